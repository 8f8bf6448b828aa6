import * as z from 'zod'
import { damagedRows } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { privilegedActions } from './privileged-actions.ts'

const nothing = z.undefined()
const ms = z.int()
const id = z.object({ id: z.uuid() })
/** A list comes in pages, newest first: the cursor of one leads to the next. */
const cursor = z.uuid().optional()

/** The roles an admin can give and take. */
export const grantableRoles = ['Admin', 'Partner'] as const

export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profilePicture: z.string().nullable(),
  roles: z.array(z.enum(grantableRoles)),
  guest: z.boolean(),
  createdAt: ms,
  lastSeenAt: ms.nullable(),
  bannedAt: ms.nullable(),
  banReason: z.string().nullable(),
  /** An application to become a partner that nobody has decided yet. */
  partnerApplicationAt: ms.nullable(),
})
export type Person = z.output<typeof person>

export const personFilters = ['all', 'admins', 'partners', 'applications', 'banned', 'guests'] as const

export const listPeople = defineEndpoint({
  method: 'GET',
  path: '/api/desk/people',
  access: 'admin',
  query: z.object({ search: z.string().max(200).default(''), filter: z.enum(personFilters).default('all'), cursor }),
  replies: {
    200: z.object({ people: z.array(person), damaged: damagedRows, next: z.string().nullable(), total: z.int() }),
  },
  errors: [],
})

export const logEntry = z.object({
  id: z.string(),
  at: ms,
  /** Who did it: a name, or "the command line". */
  actor: z.string(),
  action: z.enum(privilegedActions),
  /** Whom or what it was done to. */
  target: z.string(),
  detail: z.string(),
})
export type LogEntry = z.output<typeof logEntry>

/** A person with what was done to them, newest first, and how many sessions they have open. */
export const getPerson = defineEndpoint({
  method: 'GET',
  path: '/api/desk/people/:id',
  access: 'admin',
  params: id,
  replies: { 200: z.object({ person, sessions: z.int(), log: z.array(logEntry), damaged: damagedRows }) },
  errors: ['not_found'],
})

export const grantRole = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/people/:id/roles/:role',
  access: 'admin',
  params: id.extend({ role: z.enum(grantableRoles) }),
  replies: { 200: person },
  errors: ['not_found', 'forbidden'],
})

export const revokeRole = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/people/:id/roles/:role',
  access: 'admin',
  params: id.extend({ role: z.enum(grantableRoles) }),
  replies: { 200: person },
  errors: ['not_found', 'last_admin'],
})

/** Approving makes a partner; the applicant is told by mail either way. */
export const decideApplication = defineEndpoint({
  method: 'POST',
  path: '/api/desk/people/:id/application',
  access: 'admin',
  params: id,
  body: z.object({ approve: z.boolean() }),
  replies: { 200: person },
  errors: ['not_found', 'already_decided'],
})

/** Ends every session and lets no new one begin. Nobody bans themselves or the last admin. */
export const banPerson = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/people/:id/ban',
  access: 'admin',
  params: id,
  body: z.object({ reason: z.string().max(500).default('') }),
  replies: { 200: person },
  errors: ['not_found', 'last_admin', 'forbidden'],
})

export const unbanPerson = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/people/:id/ban',
  access: 'admin',
  params: id,
  replies: { 200: person },
  errors: ['not_found'],
})

export const signOutPerson = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/people/:id/sessions',
  access: 'admin',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found'],
})

/** A mail of the outbox: waiting to be sent, being tried again, sent, given up, or kept here because no SMTP_URL is set. */
export const mailStates = ['waiting', 'sent', 'failed', 'kept'] as const

export const mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  /** When it is tried next. */
  nextAt: ms.nullable(),
  lastError: z.string().nullable(),
  createdAt: ms,
  sentAt: ms.nullable(),
})
export type Mail = z.output<typeof mail>

export const listMail = defineEndpoint({
  method: 'GET',
  path: '/api/desk/mail',
  access: 'admin',
  query: z.object({ state: z.enum(['all', ...mailStates]).default('all'), cursor }),
  replies: {
    200: z.object({ mail: z.array(mail), damaged: damagedRows, next: z.string().nullable(), smtp: z.boolean() }),
  },
  errors: [],
})

/** The whole mail. Links with a secret are shown only while there is no other way for it to be read (kept). */
export const getMail = defineEndpoint({
  method: 'GET',
  path: '/api/desk/mail/:id',
  access: 'admin',
  params: id,
  replies: { 200: mail.extend({ text: z.string(), html: z.string() }) },
  errors: ['not_found'],
})

/** Tries a mail that has failed or is kept again, now. */
export const retryMail = defineEndpoint({
  method: 'POST',
  path: '/api/desk/mail/:id/retry',
  access: 'admin',
  params: id,
  replies: { 200: mail },
  errors: ['not_found', 'already_decided'],
})

/** The audit log: every privileged action, newest first. */
export const listLog = defineEndpoint({
  method: 'GET',
  path: '/api/desk/log',
  access: 'admin',
  query: z.object({ cursor }),
  replies: { 200: z.object({ entries: z.array(logEntry), damaged: damagedRows, next: z.string().nullable() }) },
  errors: [],
})

/** What waits for a decision, and what happened last. */
export const getOverview = defineEndpoint({
  method: 'GET',
  path: '/api/desk',
  access: 'admin',
  replies: {
    200: z.object({
      /** Open applications, and the oldest few of them. */
      applications: z.int(),
      applicants: z.array(person),
      /** Those that wait for approval, and those with reports that nobody has dealt with. */
      comments: z.object({ waiting: z.int(), reported: z.int() }),
      mail: z.object({ waiting: z.int(), failed: z.int(), kept: z.int() }),
      /** Errors that nobody has dealt with. */
      errors: z.int(),
      /** Kitchens that wait for an admin to open them, orders that are on their way, and alerts about payments. */
      kitchens: z.object({ pending: z.int(), openOrders: z.int(), paymentAlerts: z.int() }),
      /** Whether mail can be sent at all. */
      smtp: z.boolean(),
      readers: z.int(),
      /** Those of the last seven days. */
      newReaders: z.int(),
      guests: z.int(),
      log: z.array(logEntry),
      damaged: damagedRows,
    }),
  },
  errors: [],
})
export type Overview = z.output<(typeof getOverview)['replies'][200]>
