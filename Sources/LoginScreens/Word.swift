/// The words of the screens, in the order in which they stand in `Resources/Words/<language>.strings`.
///
/// Their keys there are these names with a capital letter. `LoginButtonName`, `GoToRegisterButtonName` and
/// `GetPasswordButtonName` are the first document's own.
enum Word: Int, CaseIterable {
    // The login card.
    case loginTitle
    case loginButtonName
    case goToRegisterButtonName
    case getPasswordButtonName
    case accountLabel
    case accountPlaceholder
    case passwordLabel
    case passwordPlaceholder
    case passwordPlaceholderAny
    case rememberPassword
    case autoLogin
    case busy
    case lengthRange
    case lengthShort
    case lengthGood
    case lengthLong

    // The registration card.
    case registerTitle
    case registerButtonName
    case registerBusy
    case passwordAgainLabel
    case passwordAgainLabelShort
    case passwordAgainPlaceholder
    case passwordsSame
    case passwordsDiffer
    case backToLoginButtonName
    case strength0
    case strength1
    case strength2
    case strength3
    case strength4
    case kindTelephone
    case kindEmailAddress
    case kindNormalName
    case codeLabel
    case codeLabelShort
    case codePlaceholderMessage
    case codePlaceholder
    case getCode
    case getCodeIn
    case codeSending
    case codeSentTo
    case codeSentIfKnown
    case codeWrittenTo

    // The card for a forgotten password, and the one with a picture.
    case resetTitle
    case resetButtonName
    case resetBusy
    case newPasswordLabel
    case newPasswordLabelShort
    case endSessions
    case captchaTitle
    case captchaLabelShort
    case captchaPlaceholder
    case newPicture
    case pictureBusy
    case captchaBusy
    case useCode

    // Home.
    case homeTitle
    case userLabel
    case userIDLabel
    case lastLoginLabel
    case lastLoginFrom
    case localPeer
    case firstLogin
    case logOut

    // The settings and what they lead to; what waits for the user.
    case notices
    case noticesAwaited
    case noticesStale
    case mentions
    case messages
    case comments
    case followers
    case settingsTitle
    case backButtonName
    case logOutBusy
    case logOutEverywhere
    case confirmLogOutEverywhere
    case loggedOutEverywhere
    case changePassword
    case currentPasswordLabel
    case currentPasswordLabelShort
    case currentPasswordPlaceholder
    case changeButtonName
    case changeBusy
    case changeFailedTitle
    case enterCurrentPassword
    case currentPasswordWrong
    case passwordChanged
    case sessionsTitle
    case sessionsAwaited
    case sessionsFailed
    case sessionsNone
    case sessionStart
    case sessionLastUse
    case thisSession
    case listPlace
    case refresh
    case endSessionTitle
    case confirmEndSession
    case confirmEndThisSession
    case endSession
    case endSessionBusy
    case otherSessionEnded
    case interruptedBySessionEnd

    // The alerts' titles, texts and buttons.
    case accountMissingTitle
    case accountUnknown
    case loginFailedTitle
    case registerFailedTitle
    case resetFailedTitle
    case verificationFailedTitle
    case notOfferedTitle
    case enterAccount
    case enterPassword
    case passwordLength
    case passwordLengthAtLeast
    case credentialsWrong
    case accountTaken
    case nameLength
    case nameStart
    case nameCharacters
    case passwordCommon
    case passwordAccountWords
    case passwordGuessable
    case codeMissing
    case codeNotRequested
    case codeMalformed
    case codeWrong
    case challengeFailed
    case locked
    case lockOver
    case captchaMissing
    case notOffered
    case cancel
    case goRegister
    case ok

    // What appears beside the form.
    case errorPrefix
    case serviceBusy
    case cancelled
    case unsupported
    case storeReadOnly
    case storeFull
    case storeLocked
    case storeDamaged
    case storeTooNew
    case storeUnavailable
    case estimatorMissing
    case challengeRequired
    case codeTooSoon
    case codesExhausted
    case sendingFailed
    case sessionEnded
    case storeFailed
    case logOutFailed
    case noticeCodeSent
    case noticeCodeSentIfKnown
    case noticeCodeWritten
    case passwordReset
    case memoryExposed
    case memoryStillExposed
    case memorySetAside
    case memoryUnusable
    case memoryLocked
    case memoryFull
    case memoryReadOnly
    case memoryFailed
    case rememberedExpired
    case autoLoginNotice
    case loggingOut
    case fieldFull
    case pasteControls
    case pasteMalformed
    case inputMalformed
    case charsetReplaced

    // What keys do.
    case helpTitle
    case helpPage
    case keyNext
    case keyPrevious
    case keyActivate
    case keyToggle
    case keyPress
    case keyPressOrToggle
    case keyCancel
    case keyCancelCall
    case keyBack
    case keyLeft
    case keyRight
    case keyChoose
    case keyStart
    case keyEnd
    case keyFirst
    case keyLast
    case keyDeleteBackward
    case keyDeleteForward
    case keyDeleteWord
    case keyDeleteToEnd
    case keyClear
    case keyReveal
    case keyHide
    case keyHelp
    case keyClose
    case keySuspend
    case keyRepaint
    case keyTurnPage

    // The window is too small.
    case tooSmall
    case tooSmallDetail
}
