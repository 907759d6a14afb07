import AccountPipe
import Accounts
import Processes

/// The services that live in other programs (section 5).
extension Service {
    /// The service that `command` is, run by the shell.
    ///
    /// - Throws: ``StartFault`` with status 2 for no command.
    static func program(
        _ command: String, _ options: Options, log: ServiceLog?
    ) throws(StartFault) -> any AccountService {
        guard !command.isEmpty else { throw StartFault(status: 2, message: "--service: exec: needs a command") }
        return PipeService(
            .shell(command), expected: expected(.standard), patience: patience(options),
            log: { log?.add($0) })
    }

    /// The service at `url`, which another program beside this one reaches: a static one cannot ask for names.
    ///
    /// - Throws: ``StartFault`` with status 2 for a URL that makes no sense or would have passwords travel unencrypted
    ///   without leave, 3 where that program is not there.
    static func network(_ url: String, _ options: Options, log: ServiceLog?) throws(StartFault) -> (any AccountService)?
    {
        let address: NetworkAddress
        do throws(NetworkAddress.Fault) {
            guard let read = try NetworkAddress(url) else { return nil }
            address = read
        } catch { throw StartFault(status: 2, message: "--service: \(error.message)") }
        guard !address.isPlaintext || options.allowsPlaintext else {
            throw StartFault(
                status: 2, message: "--service: http: sends passwords unencrypted; --allow-plaintext lets it")
        }
        var arguments = options.timeout.map { ["--timeout", String($0)] } ?? []
        if options.allowsPlaintext { arguments.append("--allow-plaintext") }
        let program = Program.besideThisOne("vestibule-connect", arguments: arguments + ["--", url])
        guard program.isThere else {
            throw StartFault(status: 3, message: "services on the network need \(program.path), which is not there")
        }
        var patience = patience(options)
        // It keeps the time itself, and knows better what took so long; its first line is the service's own answer.
        patience.call += .seconds(1)
        patience.firstLine = patience.call
        return PipeService(
            program, expected: expected(address.contract == .xml ? .notEmpty : .standard), patience: patience,
            log: { log?.add($0) })
    }

    /// What a service is taken to offer until it has said so: nothing that could be withheld later.
    private static func expected(_ policy: PasswordPolicy) -> ServiceDeclaration {
        ServiceDeclaration(calls: [], passwordPolicy: policy)
    }

    private static func patience(_ options: Options) -> PipeService.Patience {
        var patience = PipeService.Patience()
        if let timeout = options.timeout { patience.call = .seconds(timeout) }
        return patience
    }
}
