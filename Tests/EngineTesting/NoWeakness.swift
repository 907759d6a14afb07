import Cryptography
import PasswordStrength

/// An estimator that finds every password good.
package struct NoWeakness: PasswordEstimator {
    /// Needs nothing.
    package init() {}

    /// A good one.
    package func estimate(_ password: Secret, account: String) -> PasswordEstimate? {
        PasswordEstimate(bits: 60, weakness: nil)
    }
}
