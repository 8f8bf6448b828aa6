import * as z from 'zod'
import type { Provider } from '#contract/accounts.ts'
import { NAME_LENGTH_MAX } from '#contract/limits.ts'
import { type Email, readEmail } from '../../../db/email-key.ts'
import { cleanLine } from '../../../http/clean-line.ts'

/** Who a provider says somebody is. */
export interface ProviderProfile {
  provider: Provider
  /** Names the account there for good. */
  subject: string
  /** Null when the provider gives none that mail can go to. */
  email: Email | null
  /** Whether the provider vouches that the address is theirs. */
  emailVerified: boolean
  name: string
}

/** The tenant of personal Microsoft accounts, whose addresses Microsoft has confirmed by mail. */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** What is not as expected counts as not there, save what names the account. */
const text = z.string().optional().catch(undefined)
const anything = z.unknown().optional()
const about = { email: text, name: text, email_verified: anything }

const googleClaims = z.object({
  ...about,
  // OpenID Connect Core 2: at most 255 ASCII characters.
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
})

const microsoftClaims = z.object({ ...about, tid: z.guid(), oid: z.guid(), xms_edov: anything })

/**
 * Reads the claims of a checked ID token.
 * @throws {z.ZodError} when they do not name an account
 */
export function profileOf(provider: Provider, claims: object): ProviderProfile {
  return provider === 'google' ? googleProfile(claims) : microsoftProfile(claims)
}

function googleProfile(claims: object): ProviderProfile {
  const { sub, email, email_verified, name } = googleClaims.parse(claims)
  return { provider: 'google', subject: sub, emailVerified: email_verified === true, ...person(email, name) }
}

/**
 * Microsoft's accounts are named by tenant and object id: together they are fixed and never given to another, as
 * Microsoft advises, and they stay when this site is registered there anew, where `sub` would change since it is made
 * for one registration. A tenant's admin can write any address into `email`, so it counts as confirmed only where
 * Microsoft itself says so: `email_verified`, `xms_edov` (the domain's owner is the tenant), or a personal account.
 */
function microsoftProfile(claims: object): ProviderProfile {
  const { tid, oid, email, email_verified, xms_edov, name } = microsoftClaims.parse(claims)
  const tenant = tid.toLowerCase()
  const emailVerified =
    email_verified === true || [true, 1, '1', 'true'].some((yes) => yes === xms_edov) || tenant === PERSONAL_ACCOUNTS
  return { provider: 'microsoft', subject: `${tenant}.${oid.toLowerCase()}`, emailVerified, ...person(email, name) }
}

/** Who has no name there is called by the part of the address before the @. */
function person(email: string | undefined, name: string | undefined): Pick<ProviderProfile, 'email' | 'name'> {
  return {
    email: readEmail(email ?? ''),
    name: shortName(name ?? '') || shortName((email ?? '').split('@', 1).join()),
  }
}

const shortName = (name: string) => [...cleanLine(name)].slice(0, NAME_LENGTH_MAX).join('').trim()
