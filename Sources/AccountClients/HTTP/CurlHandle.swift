import CCurl
import Cryptography
import Glibc

/// What libcurl knows of one transfer.
///
/// Every option is checked: one that could not be set, such as a file of certificates, must not be missed.
struct CurlHandle: ~Copyable {
    /// The library's handle.
    let pointer: UnsafeMutableRawPointer
    /// Whether all options were taken.
    private(set) var isConfigured = true
    private var header: UnsafeMutablePointer<curl_slist>?
    private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Makes a handle without options; nil when memory runs out.
    init?() {
        CurlMemory.use()
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        note(vestibule_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, words))
    }

    deinit {
        curl_easy_cleanup(pointer)
        words.deallocate()
        curl_slist_free_all(header)
    }
}

// MARK: - The request

extension CurlHandle {
    private mutating func note(_ code: CURLcode) {
        if code != CURLE_OK { isConfigured = false }
    }

    /// Sets an option that is a number.
    mutating func set(_ option: CURLoption, _ number: Int) {
        note(vestibule_curl_set_number(pointer, option, number))
    }

    /// Sets an option that is a text, of which the library makes a copy.
    mutating func set(_ option: CURLoption, _ text: String) {
        note(vestibule_curl_set_pointer(pointer, option, text))
    }

    /// The same for a text that nobody may see.
    private mutating func set(_ option: CURLoption, _ secret: Secret) {
        note(secret.withCString { vestibule_curl_set_pointer(pointer, option, $0) })
    }

    /// Has look-ups of names given up where they are when the transfer ends.
    mutating func abandonLookups() {
        note(vestibule_curl_abandon_lookups(pointer))
    }

    /// Trusts the authorities in `file` and no others.
    mutating func trust(certificatesIn file: String) {
        set(CURLOPT_CAINFO, file)
        note(vestibule_curl_set_pointer(pointer, CURLOPT_CAPATH, nil))
    }

    /// Says where to go.
    mutating func setAddress(_ url: String, query: Secret) {
        var address = Secret(url.utf8)
        if !query.isEmpty {
            [UInt8(ascii: "?")].withUnsafeBytes { address.append($0) }
            query.withUnsafeBytes { address.append($0) }
        }
        set(CURLOPT_URL, address)
    }

    /// Adds lines to the header.
    mutating func setHeader(_ fields: [Secret]) {
        for field in fields {
            guard let longer = field.withCString({ curl_slist_append(header, $0) }) else {
                isConfigured = false
                return
            }
            header = longer
        }
        note(vestibule_curl_set_pointer(pointer, CURLOPT_HTTPHEADER, header))
    }

    /// Says what to do, and with what; the library copies the body into memory that it wipes.
    mutating func setMethod(_ method: HTTPRequest.Method, body: Secret?) {
        if let body {
            set(CURLOPT_POSTFIELDSIZE, body.count)
            note(body.withCString { vestibule_curl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, $0) })
        }
        set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }

    /// Keeps cookies during this transfer, and begins with these.
    mutating func setCookies(_ cookies: [Secret]) {
        // An empty file name turns the cookies on and reads nothing.
        set(CURLOPT_COOKIEFILE, "")
        for cookie in cookies { set(CURLOPT_COOKIELIST, cookie) }
    }

    /// Has what comes given to `receiver`, which must live until the transfer ends.
    mutating func setReceivers(
        of receiver: AnyObject, header: curl_write_callback, body: curl_write_callback
    ) {
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        note(vestibule_curl_set_receiver(pointer, CURLOPT_HEADERFUNCTION, header))
        note(vestibule_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context))
        note(vestibule_curl_set_receiver(pointer, CURLOPT_WRITEFUNCTION, body))
        note(vestibule_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context))
    }
}

// MARK: - The reply

extension CurlHandle {
    /// A number that the transfer has come to; 0 where it has not.
    borrowing func number(_ info: CURLINFO) -> Int {
        var number = 0
        vestibule_curl_get_number(pointer, info, &number)
        return number
    }

    /// What the library says about a failure, for developers; empty where it says nothing.
    var errorWords: String { String(cString: words) }

    /// `Retry-After` in seconds, whether it was a number or a date; 0 where there was none.
    var retryAfter: Int {
        var seconds: curl_off_t = 0
        vestibule_curl_get_offset(pointer, CURLINFO_RETRY_AFTER, &seconds)
        return Int(seconds)
    }

    /// The media type of the body, in lower case, without its parameters.
    var mediaType: String {
        var text: UnsafeMutablePointer<CChar>?
        vestibule_curl_get_text(pointer, CURLINFO_CONTENT_TYPE, &text)
        guard let text else { return "" }
        return String(cString: text).prefix { $0 != ";" && $0 != " " }.lowercased()
    }

    /// All cookies that are kept now.
    var cookies: [Secret] {
        var list: UnsafeMutablePointer<curl_slist>?
        vestibule_curl_get_list(pointer, CURLINFO_COOKIELIST, &list)
        defer { curl_slist_free_all(list) }
        var cookies: [Secret] = []
        var next = list
        while let entry = next {
            if let text = entry.pointee.data {
                cookies.append(Secret(UnsafeRawBufferPointer(start: text, count: strlen(text))))
            }
            next = entry.pointee.next
        }
        return cookies
    }
}

extension Secret {
    /// Lends the bytes with a NUL behind them, from memory that is wiped.
    fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        var text = self
        [0 as UInt8].withUnsafeBytes { text.append($0) }
        return text.withUnsafeBytes { body($0.bindMemory(to: CChar.self).baseAddress) }
    }
}
