import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS, MINUTE_MS } from './limits.ts'

/** The steps that set up a new site, in the order in which the desk shows them. */
export const setupStepNames = [
  'identity',
  'page',
  'sampleNotice',
  'sampleKitchen',
  'https',
  'mail',
  'recovery',
  'protection',
  'backup',
] as const
export type SetupStepName = (typeof setupStepNames)[number]

/** The facts that the site found when it checked a step. The desk shows them in the text of the step. */
const findings = z
  .object({
    /** The fields of site.config.ts that still have an example domain, such as `links[0].url`. */
    exampleFields: z.array(z.string()),
    /** The first configured origin of the site. */
    origin: z.string(),
    /** The origin at which this request arrived. */
    requestOrigin: z.string(),
    /** Whether the site has a mail server. */
    canSendMail: z.boolean(),
    /** The latest test mail. */
    testMail: z.object({
      to: z.string(),
      state: z.enum(['waiting', 'sent', 'failed']),
      lastError: z.string().nullable(),
    }),
    /** The id of the sample notice or sample kitchen, which can be deleted. */
    sampleId: z.string(),
    /** The time of the latest backup. A backup counts only after the site has restored a copy of it as a check. */
    backupAt: z.int(),
  })
  .partial()
export type SetupFindings = z.output<typeof findings>

const setupStep = z.object({
  name: z.enum(setupStepNames),
  state: z.enum(['open', 'done', 'skipped']),
  findings,
})
export type SetupStep = z.output<typeof setupStep>

/** Checks the setup steps and returns the state of each. Steps of disabled features are left out. */
export const listSetupSteps = defineEndpoint({
  method: 'GET',
  path: '/api/desk/setup',
  access: 'admin',
  replies: { 200: z.object({ steps: z.array(setupStep) }) },
})

/** Marks a step as skipped for all admins, or removes this mark. A step that is already done keeps the state `done`. */
export const setSetupStepSkipped = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/setup/:name',
  access: 'admin',
  params: z.object({ name: z.enum(setupStepNames) }),
  body: z.object({ isSkipped: z.boolean() }),
  replies: { 204: z.undefined() },
})

/**
 * Sends a test mail to the caller. A click on the link in this mail proves that mails arrive and that their links lead
 * to the site.
 */
export const sendTestMail = defineEndpoint({
  method: 'POST',
  path: '/api/desk/test-mail',
  access: 'admin',
  replies: { 202: z.object({ to: z.string() }) },
  errors: ['mail_not_set_up'],
  limits: [{ per: 'account', max: 10, windowMs: HOUR_MS }],
})

/** Confirms that a test mail arrived, by the token of its link. Needs no login on the device where the mail is read. */
export const confirmTestMail = defineEndpoint({
  method: 'POST',
  path: '/auth/test-mail',
  access: 'anyone',
  body: z.object({ token: z.string().min(1).max(4096) }),
  replies: { 200: z.object({ to: z.string() }) },
  errors: ['link_used', 'link_expired'],
  limits: [{ per: 'address', max: 60, windowMs: 10 * MINUTE_MS }],
})
