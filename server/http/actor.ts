import type { FastifyRequest } from 'fastify'
import type { Role } from '#contract/accounts.ts'
import type { AccessLevel } from '#contract/endpoint.ts'

export interface Actor {
  userId: string
  sessionId: string
  name: string
  email: string
  roles: readonly Role[]
  /** The time when this session began, in milliseconds since 1970. */
  loggedInAt: number
}

/**
 * Finds the account of an access token. Returns null when the token is invalid, when its session or account is closed,
 * or when the request does not have the cookie of the session's browser.
 */
export type AuthenticateToken = (accessToken: string, cookie: string | undefined) => Promise<Actor | null>

/**
 * Requires that the actor has proved in the last minutes to be the owner of the account.
 * @throws {Refusal} proof_required; at the desk also protection_required
 */
export type RequireOwnerProof = (actor: Actor) => Promise<void>

/**
 * Returns the time when the account got rights that need protection, in milliseconds since 1970. It is called only for
 * an account without protection.
 */
export type FindPrivilegesGrantedAt = () => Promise<number>

/** The checks of the account that makes a call, applied to each call. */
export interface CallerChecks {
  authenticate: AuthenticateToken
  requireAdminProof: RequireOwnerProof
}

/** The checks for accounts whose rights need more protection than a password. */
export interface OwnerProofFunctions {
  requireAdminProof: RequireOwnerProof
  /** Like `requireAdminProof`, for other accounts that need the same protection, such as owners of kitchens. */
  requireTrustedProof: (actor: Actor, trustedSince: FindPrivilegesGrantedAt) => Promise<void>
  /**
   * Returns the time from which the account needs a passkey or a second factor, in milliseconds since 1970. Returns
   * null when the account already has one.
   */
  protectionDueAt: (actor: Actor, trustedSince: FindPrivilegesGrantedAt) => Promise<number | null>
}

const allows: Record<Exclude<AccessLevel, 'anyone'>, (roles: readonly Role[]) => boolean> = {
  guest: () => true,
  reader: (roles) => !roles.includes('Guest'),
  partner: (roles) => roles.includes('Partner') || roles.includes('Admin'),
  admin: (roles) => roles.includes('Admin'),
}

/** Returns whether an account with these roles may make a call (S6.01 to S6.04). */
export function mayCall(access: AccessLevel, roles: readonly Role[]): boolean {
  return access === 'anyone' || allows[access](roles)
}

/** Returns the token of an Authorization header (RFC 6750 2.1), or null. */
export function parseBearerToken(header: string | undefined): string | null {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1] ?? null
}

/** Finds the account of a request. Returns null without a valid token. */
export async function findActor({ headers }: FastifyRequest, authenticate: AuthenticateToken): Promise<Actor | null> {
  const token = parseBearerToken(headers.authorization)
  return token === null ? null : authenticate(token, headers.cookie)
}

const actors = new WeakMap<FastifyRequest, Actor | null>()

export function setRequestActor(request: FastifyRequest, actor: Actor | null): void {
  actors.set(request, actor)
}

export function getRequestActor(request: FastifyRequest): Actor | null {
  return actors.get(request) ?? null
}
