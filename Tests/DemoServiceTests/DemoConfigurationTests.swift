import Accounts
import DemoService
import Testing

@Suite("DemoConfiguration")
struct DemoConfigurationTests {
    @Test("Section 5: demo: alone takes two seconds and keeps the length rule")
    func defaults() throws {
        let configuration = try DemoConfiguration(url: "demo:")
        #expect(configuration == DemoConfiguration())
        #expect(configuration.delay == 2.0)
        #expect(configuration.passwordPolicy == .standard)
        #expect(configuration.seed == nil && configuration.clock == nil)
    }

    @Test("Section 5: the settings can be combined")
    func settings() throws {
        let configuration = try DemoConfiguration(url: "demo:?delay=0.25&rule=any&seed=18446744073709551615&clock=0")
        #expect(configuration.delay == 0.25)
        #expect(configuration.passwordPolicy == .notEmpty)
        #expect(configuration.seed == .max)
        #expect(configuration.clock == Timestamp(seconds: 0))
        #expect(try DemoConfiguration(url: "DEMO:?delay=0").delay == 0)
    }

    @Test("Section 5: what is no demo URL is said so", arguments: ["", "demo", "sqlite:demo:", "demo://x", "demo:x"])
    func notDemo(url: String) {
        #expect(throws: DemoConfiguration.Fault.notDemo) { try DemoConfiguration(url: url) }
    }

    @Test(
        "Section 5: a setting that is unknown or cannot be read is named",
        arguments: [
            ("demo:?speed=1", "speed"), ("demo:?", "\"\""), ("demo:?delay=1&", "\"\""), ("demo:?delay", "delay"),
            ("demo:?delay=-1", "delay"), ("demo:?delay=nan", "delay"), ("demo:?delay=1e3", "delay"),
            ("demo:?delay=0x1", "delay"), ("demo:?delay=3601", "delay"), ("demo:?delay=.", "delay"),
            ("demo:?rule=none", "rule"), ("demo:?seed=-1", "seed"), ("demo:?seed=", "seed"),
            ("demo:?clock=today", "clock"), ("demo:?clock=-1", "clock"), ("demo:?seed=1&seed=2", "seed"),
        ])
    func faults(url: String, named: String) {
        let fault = #expect(throws: DemoConfiguration.Fault.self) { try DemoConfiguration(url: url) }
        #expect(fault?.description.contains(named) == true)
        #expect(fault?.description.contains("\n") == false)
    }
}
