/// Files of `Resources` that the programs carry inside them, so that nothing need lie beside them.
public enum EmbeddedResources {
    /// `Words/en.strings`, UTF-8.
    public static var englishWords: [UInt8] { PackageResources.en_strings }

    /// `Words/zh-Hans.strings`, UTF-8.
    public static var simplifiedChineseWords: [UInt8] { PackageResources.zh_Hans_strings }
}
