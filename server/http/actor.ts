import type { FastifyRequest } from 'fastify'
import type { Role } from '#contract/accounts.ts'
import type { Access } from '#contract/endpoint.ts'

/** Who makes a call: the account behind a good access token, as the database knows it at this moment. */
export interface Actor {
  userId: string
  sessionId: string
  name: string
  email: string
  roles: readonly Role[]
  /** When this session began, in milliseconds since 1970. */
  loggedInAt: number
}

/** Finds who an access token speaks for; null when it is not good, or its session or account is closed. */
export type Authenticate = (accessToken: string) => Promise<Actor | null>

const allows: Record<Exclude<Access, 'anyone'>, (roles: readonly Role[]) => boolean> = {
  guest: () => true,
  reader: (roles) => !roles.includes('Guest'),
  partner: (roles) => roles.includes('Partner') || roles.includes('Admin'),
  admin: (roles) => roles.includes('Admin'),
}

/** Whether an account with these roles may make a call (S6.01 to S6.04): an admin may do what a partner may. */
export function mayCall(access: Access, roles: readonly Role[]): boolean {
  return access === 'anyone' || allows[access](roles)
}

/** The token of an Authorization header (RFC 6750 2.1), or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1] ?? null
}

const actors = new WeakMap<FastifyRequest, Actor | null>()

/** Keeps who makes a call for what has to know it later on. */
export function rememberActor(request: FastifyRequest, actor: Actor | null): void {
  actors.set(request, actor)
}

/** Who makes a call, once that has been looked at; null for nobody known. */
export function actorOf(request: FastifyRequest): Actor | null {
  return actors.get(request) ?? null
}
