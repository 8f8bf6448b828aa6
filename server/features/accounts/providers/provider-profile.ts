import * as z from 'zod'
import type { LoginProvider } from '#contract/accounts.ts'
import { NAME_LENGTH_MAX } from '#contract/limits.ts'
import { type EmailWithKey, tryParseEmail } from '../../../db/email-key.ts'
import { cleanLine } from '../../../http/clean-line.ts'

export interface ProviderProfile {
  provider: LoginProvider
  /** The permanent id of the account at the provider. */
  subject: string
  email: EmailWithKey | null
  /** Whether the provider has confirmed that the email address belongs to the person. */
  emailVerified: boolean
  name: string
}

/** The tenant of personal Microsoft accounts, whose email addresses Microsoft has confirmed by mail. */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** A claim that is not a string counts as missing; only the claims that identify the account must be valid. */
const text = z.string().optional().catch(undefined)
const anyValue = z.unknown().optional()
const personClaims = { email: text, name: text, email_verified: anyValue }

const googleClaims = z.object({
  ...personClaims,
  // OpenID Connect Core 2: at most 255 ASCII characters.
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
})

const microsoftClaims = z.object({ ...personClaims, tid: z.guid(), oid: z.guid(), xms_edov: anyValue })

/**
 * Reads the profile in the claims of a checked ID token. @throws {z.ZodError} when the claims do not identify an
 * account
 */
export function parseProviderProfile(provider: LoginProvider, claims: object): ProviderProfile {
  return provider === 'google' ? googleProfile(claims) : microsoftProfile(claims)
}

function googleProfile(claims: object): ProviderProfile {
  const { sub, email, email_verified, name } = googleClaims.parse(claims)
  return { provider: 'google', subject: sub, emailVerified: email_verified === true, ...person(email, name) }
}

/**
 * Reads a profile of Microsoft. Tenant and object id together identify an account: they are permanent and never reused,
 * as Microsoft documents. `sub` would change if this site were registered again. The admin of a tenant can enter any
 * `email`. So the email address of a tenant's account counts as confirmed only by `email_verified` or by `xms_edov`
 * (the tenant owns the domain). The address of a personal account is always confirmed.
 */
function microsoftProfile(claims: object): ProviderProfile {
  const { tid, oid, email, email_verified, xms_edov, name } = microsoftClaims.parse(claims)
  const tenant = tid.toLowerCase()
  const emailVerified =
    email_verified === true || [true, 1, '1', 'true'].some((yes) => yes === xms_edov) || tenant === PERSONAL_ACCOUNTS
  return { provider: 'microsoft', subject: `${tenant}.${oid.toLowerCase()}`, emailVerified, ...person(email, name) }
}

/**
 * Returns the email address and the name of a person. Without a name, the part of the address before the @ is the name.
 */
function person(email: string | undefined, name: string | undefined): Pick<ProviderProfile, 'email' | 'name'> {
  return {
    email: tryParseEmail(email ?? ''),
    name: shortName(name ?? '') || shortName((email ?? '').split('@', 1).join()),
  }
}

const shortName = (name: string) => [...cleanLine(name)].slice(0, NAME_LENGTH_MAX).join('').trim()
