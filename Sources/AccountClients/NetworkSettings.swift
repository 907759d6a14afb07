/// How account services are reached over the network (section 5).
public struct NetworkSettings: Equatable, Sendable {
    /// How long a connection may take to be made.
    public var connectTimeout = Duration.seconds(5)
    /// How long a whole call may take.
    public var timeout = Duration.seconds(60)
    /// A file of certificates (PEM) of the authorities to trust instead of the system's; what `SSL_CERT_FILE` names.
    public var certificateFile: String?
    /// Whether passwords may leave this machine unencrypted.
    public var allowsPlaintext = false

    /// The usual settings.
    public init() {}
}
