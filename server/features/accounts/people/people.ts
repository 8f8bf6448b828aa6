import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { grantableRoles, type Person, type personFilters, personSchema } from '#contract/desk.ts'
import { DAY_MS } from '#contract/limits.ts'
import { countQueryRows } from '../../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { readPageNewestFirst } from '../../../db/read-list-page.ts'
import type { Schema } from '../../../db/schema.ts'
import { buildSearchWordCondition, splitSearchWords } from '../../../db/word-search.ts'
import { createNotFoundRefusal } from '../../../http/failures.ts'
import { presentRows } from '../../../http/present-rows.ts'
import type { InboxSource } from '../../define-feature.ts'
import { toProfilePicturePath } from '../users.ts'

type Users = ExpressionBuilder<Schema, 'users'>
const nameAndAddress = sql<string>`name || ' ' || email`

interface PeopleQuestion {
  search: string
  filter: (typeof personFilters)[number]
  cursor?: string | undefined
}

/**
 * Finds people by name or email address, newest first. @returns one part of the list, the cursor of the next part, and
 * the total number
 */
export async function listPeople(db: DatabaseOrTx, question: PeopleQuestion) {
  const matching = (eb: Users) =>
    eb.and([
      ...filters[question.filter](eb),
      ...splitSearchWords(question.search).map((word) => buildSearchWordCondition(eb, nameAndAddress, word)),
    ])
  const { cursor } = question
  const { rows, next } = await readPageNewestFirst(people(db).where(matching), 'users.id', cursor)
  // A search reads every row. When all results fit on the first page, the total is known without a second query.
  const total = cursor === undefined && next === null ? rows.length : await count(db, matching)
  const { shown, damaged } = presentPeople(rows)
  return { people: shown, damaged, next, total }
}

/** The people who have asked to become a partner. */
export const partnerApplicationInboxSource: InboxSource = {
  kind: 'application',
  count: (db) => count(db, (eb) => eb.and(filters.applications(eb))),
  list: async (db) => {
    const { people, damaged } = await listPeople(db, { search: '', filter: 'applications' })
    const shown = people.map(({ id, name: title, email: text, partnerApplicationAt, createdAt }) => {
      const at = partnerApplicationAt ?? createdAt
      return { kind: 'application' as const, id, at, title, text, to: `/desk/people#${id}` }
    })
    return { shown, damaged }
  },
}

/** Returns a person for the desk. @throws {Refusal} not_found */
export async function getPerson(db: DatabaseOrTx, id: string): Promise<Person> {
  return personSchema.parse(
    present(await people(db).where('users.id', '=', id).executeTakeFirstOrThrow(createNotFoundRefusal)),
  )
}

const count = (db: DatabaseOrTx, matching: (eb: Users) => Expression<SqlBool>): Promise<number> =>
  countQueryRows(db.selectFrom('users').where(matching))

type Condition = (eb: Users) => ReturnType<typeof eb.and>[]

const withRole =
  (role: 'Admin' | 'Partner'): Condition =>
  (eb) => [eb('users.id', 'in', eb.selectFrom('user_roles').select('user_id').where('role', '=', role))]

const filters: Record<PeopleQuestion['filter'], Condition> = {
  all: () => [],
  admins: withRole('Admin'),
  partners: withRole('Partner'),
  applications: (eb) => [
    eb('users.id', 'in', eb.selectFrom('partner_applications').select('user_id').where('decided_at', 'is', null)),
  ],
  banned: (eb) => [eb('banned_at', 'is not', null)],
  guests: (eb) => [eb('is_guest', '=', 1)],
}

/** Selects the columns of a person for the desk; never the hash of the password. */
const people = (db: DatabaseOrTx) =>
  db
    .selectFrom('users')
    .select(['users.id', 'name', 'email', 'picture_id', 'is_guest', 'users.created_at as createdAt'])
    .select(['banned_at as bannedAt', 'ban_reason as banReason'])
    .select((eb) => [
      roleOf(eb, 'Admin').as('Admin'),
      roleOf(eb, 'Partner').as('Partner'),
      eb
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('lastSeenAt'),
      eb
        .selectFrom('partner_applications')
        .select(({ fn }) => fn.min('partner_applications.created_at').as('at'))
        .whereRef('partner_applications.user_id', '=', 'users.id')
        .where('decided_at', 'is', null)
        .as('partnerApplicationAt'),
    ])

const roleOf = (eb: Users, role: 'Admin' | 'Partner') =>
  eb.selectFrom('user_roles').select('role').whereRef('user_roles.user_id', '=', 'users.id').where('role', '=', role)

type Row = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

const presentPeople = (rows: readonly Row[]) => presentRows('account', personSchema, rows, present)

const present = ({ picture_id, is_guest, ...row }: Row): Person => ({
  ...row,
  profilePicture: toProfilePicturePath(picture_id),
  roles: grantableRoles.filter((role) => row[role]),
  guest: is_guest === 1,
})

/** Counts the readers, the readers who signed up within the last 7 days, and the guests. */
export async function countReadersAndGuests(
  db: DatabaseOrTx,
): Promise<{ readers: number; newReaders: number; guests: number }> {
  return db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('is_guest', '=', 0).as('readers'),
      fn
        .countAll<number>()
        .filterWhere('is_guest', '=', 0)
        .filterWhere('created_at', '>', Date.now() - 7 * DAY_MS)
        .as('newReaders'),
      fn.countAll<number>().filterWhere('is_guest', '=', 1).as('guests'),
    ])
    .executeTakeFirstOrThrow()
}
