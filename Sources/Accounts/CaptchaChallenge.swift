/// A picture whose characters a person is to type, as a service hands it out (A5).
///
/// It is good for 120 s and for one ``CaptchaAnswer``; the service counts both.
public struct CaptchaChallenge: Equatable, Sendable {
    /// The most bytes of an ``id``.
    public static let maximumIDBytes = 64

    /// What the service knows the picture by; opaque, 1 to 64 bytes of UTF-8.
    public let id: String
    /// What the person sees.
    public let picture: BitPicture

    /// Makes a challenge; nil for an id that is empty or too long.
    public init?(id: String, picture: BitPicture) {
        guard (1...Self.maximumIDBytes).contains(id.utf8.count) else { return nil }
        self.id = id
        self.picture = picture
    }
}
