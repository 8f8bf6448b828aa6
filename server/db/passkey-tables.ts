interface PasskeysTable {
  id: string
  user_id: string
  /** The id that the authenticator gave the passkey, in base64url; unique. */
  credential_id: string
  /** The public key in COSE form (RFC 9052), in base64url. */
  public_key: string
  /** How often the authenticator has signed; 0 for authenticators that do not count. A lower number is a copy. */
  counter: number
  /** JSON: how a browser reaches the authenticator, such as `["internal"]`. */
  transports: string
  name: string
  is_synced: 0 | 1
  created_at: number
  last_used_at: number | null
}

/** The challenges that wait for the response of a passkey. Each is used once. */
interface PasskeyChallengesTable {
  /** SHA-256 of the challenge. */
  hash: string
  purpose: 'add' | 'login' | 'proof'
  /** The session in which the passkey is added or proves; null for a login. */
  session_id: string | null
  expires_at: number
}

export interface PasskeyTables {
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
}
