import * as z from 'zod'
import { type PageProblem, type PublicationProgress, publicationProgressSchema } from '#contract/authoring.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { createWorkLease, type WorkClaim } from '../../db/work-lease.ts'

/**
 * How many of the latest publications are stored: several, because an author may ask for the result of a publication
 * after other pages have been published.
 */
const STORED_MAX = 10

/** The problem of an interrupted publication that cannot be continued. */
export const interruptionProblem: PageProblem = {
  line: 1,
  message: 'The server stopped before the page was published. Publish it again.',
}

/** The warning of a publication while git commits its page. It remains when the publication is interrupted. */
export const interruptionWarning =
  'the server stopped before it said whether git has committed it. Run `git status` in the folder of the repository.'

/** The version of a draft that is published, and its publisher. */
const publishingRequest = z.object({
  draftId: z.string(),
  version: z.int(),
  actor: z.object({ userId: z.string(), name: z.string(), email: z.string() }),
})
export type PublishingRequest = z.output<typeof publishingRequest>

const storedPublication = publicationProgressSchema.extend({
  /** The data with which another process continues the publication. Missing when the publication has ended. */
  request: publishingRequest.optional(),
  /**
   * Whether another process has continued the publication. This happens at most once, because the build of the
   * publication may be the reason why its processes end.
   */
  isContinued: z.boolean().optional(),
})
export type StoredPublication = z.output<typeof storedPublication>

/** The lease for publishing a page. Its results are the latest publications, the newest first. */
export const publishingLease = createWorkLease('publications', z.array(storedPublication))

/** Finds a publication among the stored ones. */
export const findPublicationInList = (
  last: readonly StoredPublication[] | null,
  id: string,
): StoredPublication | undefined => last?.find((publication) => publication.id === id)

/** Returns whether a process can continue a publication whose process has ended. */
export const isContinuable = (publication: StoredPublication | undefined): publication is ContinuablePublication =>
  publication?.state === 'running' &&
  publication.request !== undefined &&
  publication.warning === '' &&
  !publication.isContinued
type ContinuablePublication = StoredPublication & { request: PublishingRequest }

/** Returns the state of a publication that has failed because its process has ended. */
export const createInterruptedPublication = (id: string): PublicationProgress => ({
  ...{ id, state: 'failed', step: '', warning: '' },
  problems: [interruptionProblem],
})

/**
 * Reads the state of a publication, whichever process runs it. A publication that can be continued counts as running.
 */
export async function readPublicationProgress(db: DatabaseOrTx, id: string): Promise<PublicationProgress> {
  const { runningSince, last } = await publishingLease.read(db)
  const found = findPublicationInList(last, id)
  // Only the newest publication can be running, and only while its process renews the claim.
  const isRunning = runningSince !== null && found === last?.[0]
  if (found && (found.state !== 'running' || isRunning || isContinuable(found))) return found
  if (found?.warning) return { ...found, state: 'done', step: '' }
  return createInterruptedPublication(id)
}

/** Returns the stored publications with the current one as the first. */
export const prependPublication = (
  { last }: WorkClaim<StoredPublication[]>,
  current: StoredPublication,
): StoredPublication[] => [current, ...(last ?? []).filter(({ id }) => id !== current.id)].slice(0, STORED_MAX)
