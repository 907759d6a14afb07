import Accounts
import Cryptography

extension AccountEngine {
    /// Sends a code (A4, A6), or does as if, where that must not be told (H7, A8).
    ///
    /// The send is counted and the code stored before the message leaves, in one transaction; when it does not leave,
    /// another one takes both back. Somebody who asks about other people's accounts sees this:
    ///
    /// - For a login or a reset: the same answer, limits and time whether or not there is such an account, or a phone
    ///   or e-mail that it could reach. An account's names share their limits, so limits can tell that two names
    ///   belong together.
    /// - For a registration: ``ServiceError/accountTaken`` at once, or where accounts are concealed the same answer
    ///   and limits, and a message to the owner that there is an account already. Whoever reads that mailbox or phone
    ///   is told; nobody else.
    ///
    /// - Throws: ``ServiceError/codeTooSoon(seconds:)``, ``ServiceError/codesExhausted``,
    ///   ``ServiceError/challengeRequired(_:)`` and ``ServiceError/challengeFailed(next:)`` where a picture comes
    ///   first, ``ServiceError/accountTaken``, ``ServiceError/sendingFailed``, ``ServiceError/unsupported``,
    ///   ``ServiceError/busy``, or trouble.
    public func requestCode(_ request: CodeRequest, from peer: Peer) async throws(ServiceError) -> CodeDispatch {
        guard canSend(request) else { throw await refusal(.unsupported, of: .code, account: nil, peer: peer) }
        let plan = try await write { transaction throws(StoreError) in
            let time = clock()
            let plan = try makePlan(for: request, from: peer, at: time, in: transaction)
            if case .failure(let refusal) = plan {
                let outcome = Attempt.Outcome(refusal.error, isAccountKnown: refusal.account != nil)
                try audit(.code, outcome, account: refusal.account, peer: peer, time: time, in: transaction)
            }
            return plan
        }
        switch plan {
        case .failure(let refusal): throw refusal.error
        case .success(let plan):
            let failure = await deliver(plan)
            try await settle(plan, failure, from: peer)
            if let failure { throw failure }
            return CodeDispatch(route: route(for: request.name), resendDelay: Int(CodeRules.sendPause))
        }
    }

    /// Whether the engine has a way to send what is asked for; says nothing about any account.
    private func canSend(_ request: CodeRequest) -> Bool {
        switch (request.purpose, request.name.kind) {
        case (.register, .normalName): false
        case (.register, let kind): declaration.calls.contains(.register) && senders[kind] != nil
        case (.logIn, _), (.reset, .normalName): !senders.isEmpty
        case (.reset, let kind): senders[kind] != nil
        }
    }

    /// What the person is told about the way; it depends on what they typed alone (H7).
    private func route(for name: AccountName) -> CodeDispatch.Route {
        if let sender = senders[name.kind] { return sender.route }
        // To a user name it depends on the account, which the answer must not tell of.
        guard let telephone = senders.telephone, let emailAddress = senders.emailAddress else {
            return (senders.telephone ?? senders.emailAddress)?.route ?? .message
        }
        return telephone.route == emailAddress.route ? telephone.route : .message
    }

    // MARK: - Before the message leaves

    /// Why no code is sent.
    private struct Refusal: Error {
        let error: ServiceError
        let account: AccountID?
    }

    /// Looks at the picture and the limits, counts the send and stores the code.
    private func makePlan(
        for request: CodeRequest, from peer: Peer, at time: Timestamp, in transaction: any StoreTransaction
    ) throws(StoreError) -> Result<CodePlan, Refusal> {
        if let error = try captchaFault(of: request, at: time, in: transaction) {
            return .failure(Refusal(error: error, account: nil))
        }
        let key = try transaction.hashKey()
        let typed = Subject(request.name, key: key)
        let account = try transaction.account(named: request.name)?.id
        let recipient: AccountName?
        if request.purpose == .register {
            guard account == nil || settings.concealsAccounts else {
                return .failure(Refusal(error: .accountTaken, account: account))
            }
            recipient = request.name
        } else {
            recipient = try account.flatMap { account throws(StoreError) in
                try self.recipient(of: request, for: account, in: transaction)
            }
        }
        let subject = request.purpose == .register ? typed : account.map(Subject.account) ?? typed
        let destination = recipient.map { Subject($0, key: key) } ?? (request.name.kind == .normalName ? nil : typed)
        let tally = SendTally(
            try transaction.codeSends(in: CodeRules.countedTimes(at: time)), for: subject, to: destination, from: peer,
            at: time)
        if let seconds = tally.pause {
            return .failure(Refusal(error: .codeTooSoon(seconds: seconds), account: account))
        }
        if tally.isExhausted { return .failure(Refusal(error: .codesExhausted, account: account)) }

        let code = makeCode(request.purpose)
        let isReal = recipient != nil && (request.purpose != .register || account == nil)
        let stored = StoredCode(
            subject: subject, purpose: request.purpose,
            digest: isReal
                ? TokenDigest(of: code, for: subject, request.purpose, key: key)
                : TokenDigest(of: randomness.makeKey()),
            issue: time, triesLeft: CodeRules.tries)
        let replaced = try transaction.code(for: subject, request.purpose)
        try transaction.put(stored)
        try transaction.pruneCodes(outside: CodeRules.goodTimes(at: time, life: CodeRules.codeLife))
        let send = try transaction.insert(
            CodeSend(time: time, subject: subject.text, destination: destination?.text, peer: peer.key))
        try transaction.pruneCodeSends(outside: CodeRules.countedTimes(at: time))
        return .success(
            CodePlan(
                message: recipient.map { recipient in
                    CodeMessage(
                        recipient: recipient, content: isReal ? .code(code, request.purpose) : .accountExists)
                },
                kind: recipient?.kind ?? likelyKind(for: request.name), account: account, code: stored,
                replaced: replaced, send: send))
    }

    /// What keeps the request from being looked at where a picture comes first; the picture is used up (A4).
    private func captchaFault(
        of request: CodeRequest, at time: Timestamp, in transaction: any StoreTransaction
    ) throws(StoreError) -> ServiceError? {
        guard settings.asksCaptchaBeforeCodes, request.purpose != .logIn else { return nil }
        guard let captcha = request.captcha else { return .challengeRequired(.captcha(acceptsCode: false)) }
        return try spendCaptcha(captcha, at: time, in: transaction)
            ? nil : .challengeFailed(next: .captcha(acceptsCode: false))
    }

    /// Where a code for a login or a reset goes; nil where the account has nothing that can be reached.
    ///
    /// To what was typed, if it is a number or address; else to the account's phone, or its e-mail.
    private func recipient(
        of request: CodeRequest, for account: AccountID, in reader: any StoreReader
    ) throws(StoreError) -> AccountName? {
        let reachable = try reader.addresses(of: account).filter { senders[$0.kind] != nil }
        return reachable.first { $0.kind == request.name.kind }
            ?? reachable.first { $0.kind == .telephone } ?? reachable.first
    }

    /// The kind of sender that a message for `name` would most likely have gone through.
    private func likelyKind(for name: AccountName) -> AccountName.Kind {
        if senders[name.kind] != nil { return name.kind }
        return senders[.telephone] != nil ? .telephone : .emailAddress
    }
}
