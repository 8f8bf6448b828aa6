interface PasskeysTable {
  id: string
  user_id: string
  /** The id that the authenticator gave the passkey, in base64url; unique. */
  credential_id: string
  /** The public key in COSE form (RFC 9052), in base64url. */
  public_key: string
  /**
   * How often the authenticator has signed; 0 for authenticators that do not count. A lower number means that the
   * authenticator was copied.
   */
  counter: number
  /** JSON: how a browser reaches the authenticator, such as `["internal"]`. */
  transports: string
  name: string
  is_synced: 0 | 1
  created_at: number
  last_used_at: number | null
}

/** The challenges that wait for the response of a passkey. Each challenge is used once. */
interface PasskeyChallengesTable {
  /** SHA-256 of the challenge. */
  hash: string
  purpose: 'add' | 'login' | 'proof'
  /** The session in which a passkey is added or proves the ownership of the account; null for a login. */
  session_id: string | null
  expires_at: number
}

/** The authenticator app of an account (TOTP, RFC 6238). */
interface SecondFactorsTable {
  user_id: string
  /** The shared secret in base32 (RFC 4648). */
  secret: string
  /** The time step of the last used code, in 30 seconds since 1970. Codes of this and earlier steps are refused. */
  last_step: number
  /** Null until a code has confirmed that the app has the secret. Until then, logins need no code. */
  confirmed_at: number | null
  /** The number of codes that were tried since `tries_since`. A valid code resets the number to 0. */
  tries: number
  tries_since: number
}

interface RecoveryCodesTable {
  user_id: string
  /** SHA-256 of the code. A used code is deleted. */
  hash: string
}

export interface PasskeyAndSecondFactorTables {
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
}
