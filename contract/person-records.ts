import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'

/** The kinds of records that belong to a person. */
export const recordKinds = ['session', 'comment', 'order', 'mail', 'error'] as const
export type RecordKind = (typeof recordKinds)[number]

export const personRecordEntrySchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.int(),
  title: z.string(),
  /** The details, as plain text. */
  text: z.string(),
  /** The path of the page that shows the record; null when no page shows it. */
  to: z.string().nullable(),
})
export type PersonRecordEntry = z.output<typeof personRecordEntrySchema>

const recordsOfKind = z.object({
  kind: z.enum(recordKinds),
  count: z.int(),
  /** The latest records, at most `PERSON_RECORDS_PER_KIND_MAX`. */
  latest: z.array(personRecordEntrySchema),
})
export type PersonRecordGroup = z.output<typeof recordsOfKind>

/** Returns the records that the site stores about a person, by kind. The kinds of disabled features are left out. */
export const listPersonRecords = defineEndpoint({
  method: 'GET',
  path: '/api/desk/people/:id/records',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  replies: { 200: z.object({ records: z.array(recordsOfKind), damaged: damagedRowsSchema }) },
  errors: ['not_found'],
})
