import * as z from 'zod'
import { auditLogActions } from './audit-log-actions.ts'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'

const nothing = z.undefined()
const ms = z.int()
const id = z.object({ id: z.uuid() })
/** The cursor from the reply with the previous part of the list. Without a cursor, the newest part is returned. */
const cursor = z.uuid().optional()

/** The roles that an admin can grant and revoke. */
export const grantableRoles = ['Admin', 'Partner'] as const

export const personSchema = z.object({
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
  /** When the person applied to become a partner; null once an admin has decided. */
  partnerApplicationAt: ms.nullable(),
})
export type Person = z.output<typeof personSchema>

export const personFilters = ['all', 'admins', 'partners', 'applications', 'banned', 'guests'] as const

export const listPeople = defineEndpoint({
  method: 'GET',
  path: '/api/desk/people',
  access: 'admin',
  query: z.object({ search: z.string().max(200).default(''), filter: z.enum(personFilters).default('all'), cursor }),
  replies: {
    200: z.object({
      people: z.array(personSchema),
      damaged: damagedRowsSchema,
      next: z.string().nullable(),
      total: z.int(),
    }),
  },
})

export const auditLogEntrySchema = z.object({
  id: z.string(),
  at: ms,
  /** The name of the person who acted, or "the command line". */
  actor: z.string(),
  action: z.enum(auditLogActions),
  /** The person or object that the action changed. */
  target: z.string(),
  detail: z.string(),
})
export type AuditLogEntry = z.output<typeof auditLogEntrySchema>

/** Returns a person, their log entries, newest first, and the number of their open sessions. */
export const getPerson = defineEndpoint({
  method: 'GET',
  path: '/api/desk/people/:id',
  access: 'admin',
  params: id,
  replies: {
    200: z.object({
      person: personSchema,
      sessions: z.int(),
      log: z.array(auditLogEntrySchema),
      damaged: damagedRowsSchema,
    }),
  },
  errors: ['not_found'],
})

/**
 * Grants a role. Before this call, the admin must prove ownership of their account (`proveOwnership`). The same is true
 * for `revokeRole` and `decidePartnerApplication`.
 */
export const grantRole = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/people/:id/roles/:role',
  access: 'admin',
  params: id.extend({ role: z.enum(grantableRoles) }),
  replies: { 200: personSchema },
  errors: ['not_found', 'forbidden', 'proof_required', 'protection_required'],
})

export const revokeRole = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/people/:id/roles/:role',
  access: 'admin',
  params: id.extend({ role: z.enum(grantableRoles) }),
  replies: { 200: personSchema },
  errors: ['not_found', 'last_admin', 'proof_required', 'protection_required'],
})

/** Approves or declines an application to become a partner. The applicant gets a mail in both cases. */
export const decidePartnerApplication = defineEndpoint({
  method: 'POST',
  path: '/api/desk/people/:id/application',
  access: 'admin',
  params: id,
  body: z.object({ approve: z.boolean() }),
  replies: { 200: personSchema },
  errors: ['not_found', 'already_decided', 'proof_required', 'protection_required'],
})

/** Ends all sessions of a person and prevents new ones. An admin cannot ban themselves or the last admin. */
export const banPerson = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/people/:id/ban',
  access: 'admin',
  params: id,
  body: z.object({ reason: z.string().max(500).default('') }),
  replies: { 200: personSchema },
  errors: ['not_found', 'last_admin', 'forbidden'],
})

export const unbanPerson = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/people/:id/ban',
  access: 'admin',
  params: id,
  replies: { 200: personSchema },
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

/** The states of a mail in the outbox. `kept`: the site has no SMTP_URL, so the mail stays in the database. */
export const mailStates = ['waiting', 'sent', 'failed', 'kept'] as const

export const deskMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** The number of attempts that have ended. */
  attempts: z.int(),
  /** The time of the next attempt. */
  nextAt: ms.nullable(),
  lastError: z.string().nullable(),
  createdAt: ms,
  sentAt: ms.nullable(),
})
export type DeskMail = z.output<typeof deskMailSchema>

export const listDeskMail = defineEndpoint({
  method: 'GET',
  path: '/api/desk/mail',
  access: 'admin',
  query: z.object({ state: z.enum(['all', ...mailStates]).default('all'), cursor }),
  replies: {
    200: z.object({
      mail: z.array(deskMailSchema),
      damaged: damagedRowsSchema,
      next: z.string().nullable(),
      smtp: z.boolean(),
    }),
  },
})

const mailText = z.object({ text: z.string(), html: z.string() })
export type MailBody = z.output<typeof mailText>

/** Returns the whole mail, without the secrets of its links. */
export const getMail = defineEndpoint({
  method: 'GET',
  path: '/api/desk/mail/:id',
  access: 'admin',
  params: id,
  replies: { 200: deskMailSchema.extend(mailText.shape) },
  errors: ['not_found'],
})

/**
 * Returns the text of a mail in state `kept` with its secret links, because an admin has to pass on such a mail.
 * Anybody with such a link can log in, so the admin must first prove ownership of their account (`proveOwnership`).
 */
export const showMailWithSecretLinks = defineEndpoint({
  method: 'POST',
  path: '/api/desk/mail/:id/links',
  access: 'admin',
  params: id,
  replies: { 200: mailText },
  errors: ['not_found', 'already_decided', 'proof_required', 'protection_required'],
})

/** Sends a failed or kept mail again at once. */
export const retryMail = defineEndpoint({
  method: 'POST',
  path: '/api/desk/mail/:id/retry',
  access: 'admin',
  params: id,
  replies: { 200: deskMailSchema },
  errors: ['not_found', 'already_decided'],
})

/** Returns the audit log: every privileged action, newest first. */
export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/desk/log',
  access: 'admin',
  query: z.object({ cursor }),
  replies: {
    200: z.object({ entries: z.array(auditLogEntrySchema), damaged: damagedRowsSchema, next: z.string().nullable() }),
  },
})

/** Returns figures about the site and the latest events. The tasks of admins are in the inbox (desk-inbox.ts). */
export const getDeskOverview = defineEndpoint({
  method: 'GET',
  path: '/api/desk',
  access: 'admin',
  replies: {
    200: z.object({
      /** The number of mails that wait to be sent, and of mails in state `kept`. */
      mail: z.object({ waiting: z.int(), kept: z.int() }),
      /** Whether the site can send mail. */
      smtp: z.boolean(),
      readers: z.int(),
      /** The number of new readers in the last seven days. */
      newReaders: z.int(),
      guests: z.int(),
      log: z.array(auditLogEntrySchema),
      damaged: damagedRowsSchema,
    }),
  },
})
export type DeskOverview = z.output<(typeof getDeskOverview)['replies'][200]>
