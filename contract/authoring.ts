import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { PAGE_ATTACHMENT_BYTES_MAX, PAGE_SOURCE_LENGTH_MAX } from './limits.ts'
import { pageFilePattern } from './page-path.ts'

const ms = z.int()
const id = z.object({ id: z.uuid() })
const file = z.string().regex(pageFilePattern, 'must be the name of a page such as my-page.mdx')
/** The version of a draft. Its maximum is below the largest integer of Postgres, so that a save can add 1. */
const draftVersion = z
  .int()
  .min(1)
  .max(2 ** 31 - 2)
/** The whole text of a page, with its front matter. */
const source = z.string().max(PAGE_SOURCE_LENGTH_MAX, 'is too long')
const bodyLimit = 4 * PAGE_SOURCE_LENGTH_MAX

/** Lines count from 1. */
const problem = z.object({ line: z.int(), message: z.string() })
export type PageProblem = z.output<typeof problem>

const draft = z.object({
  id: z.string(),
  /** Null for the draft of a new page, which has no file yet. */
  file: z.string().nullable(),
  source: z.string(),
  /** The version of the draft. Each save adds 1. */
  version: z.int(),
  /** The name of the author who last saved the draft. */
  editedBy: z.string(),
  updatedAt: ms,
  /** The secret last part of the URL of the shared preview; null while the preview is not shared. */
  previewKey: z.string().nullable(),
})
export type PageDraft = z.output<typeof draft>

/** `changed`: a page with a draft that differs from its file. */
export const pageStates = ['published', 'changed', 'scheduled', 'draft'] as const

const contentPageSchema = z.object({
  /** Null for a page that is a draft and has no file yet. */
  file: z.string().nullable(),
  draftId: z.string().nullable(),
  path: z.string(),
  title: z.string(),
  group: z.string(),
  state: z.enum(pageStates),
  /** The date or time of publication, as written in the field `published` of the file. */
  published: z.string(),
  /** The number of readers in the last 30 days. A reader counts once on each day. */
  readers: z.int(),
  comments: z.int(),
})
export type ContentPage = z.output<typeof contentPageSchema>

/**
 * Lists the pages that have a file, and the drafts of new pages. `whyOff`: the reason why pages cannot be written on
 * this server; null when they can be written.
 */
export const listContentPages = defineEndpoint({
  method: 'GET',
  path: '/api/desk/pages',
  access: 'admin',
  replies: {
    200: z.object({ pages: z.array(contentPageSchema), damaged: damagedRowsSchema, whyOff: z.string().nullable() }),
  },
})

/**
 * Returns the text of a page and its draft. `problems` lists the parts of the page that the desk refuses. The desk
 * cannot edit a page with problems.
 */
export const getPageSource = defineEndpoint({
  method: 'GET',
  path: '/api/desk/page-source',
  access: 'admin',
  query: z.object({ file }),
  replies: { 200: z.object({ source: z.string(), draft: draft.nullable(), problems: z.array(problem) }) },
  errors: ['not_found', 'authoring_off'],
})

const version = z.object({
  /** The hash of the commit. */
  commit: z.string(),
  author: z.string(),
  at: ms,
  message: z.string(),
})
export type PageCommit = z.output<typeof version>

/** Lists the versions of a page in git, the newest first; null when the pages are in no git repository. */
export const listPageCommits = defineEndpoint({
  method: 'GET',
  path: '/api/desk/page-versions',
  access: 'admin',
  query: z.object({ file }),
  replies: { 200: z.object({ versions: z.array(version).nullable() }) },
  errors: ['authoring_off', 'versions_unreadable'],
})

/** Returns the text of a page in a version of git. */
export const getPageSourceAtCommit = defineEndpoint({
  method: 'GET',
  path: '/api/desk/page-versions/:commit',
  access: 'admin',
  params: z.object({ commit: z.string().regex(/^[0-9a-f]{40,64}$/) }),
  query: z.object({ file }),
  replies: { 200: z.object({ source: z.string() }) },
  errors: ['not_found', 'authoring_off', 'versions_unreadable'],
})

/**
 * Begins the draft of a page, or of a new page (`file` null), whose path must be free. A page has at most one draft.
 * `base` is the text of the file that the author has edited, null for a new page. Refused when the file has changed
 * since, because the draft would replace a text that the author has not seen.
 */
export const createPageDraft = defineEndpoint({
  method: 'POST',
  path: '/api/desk/page-drafts',
  access: 'admin',
  body: z.object({ file: file.nullable(), base: source.nullable(), source }),
  bodyLimit: 2 * bodyLimit,
  replies: { 201: draft },
  errors: ['authoring_off', 'not_found', 'draft_exists', 'page_changed', 'address_taken'],
})

export const getPageDraft = defineEndpoint({
  method: 'GET',
  path: '/api/desk/page-drafts/:id',
  access: 'admin',
  params: id,
  replies: { 200: draft },
  errors: ['not_found'],
})

/** Saves a draft. Refused when the stored draft has another version, because somebody else has saved it meanwhile. */
export const savePageDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/page-drafts/:id',
  access: 'admin',
  params: id,
  body: z.object({ version: draftVersion, source }),
  bodyLimit,
  replies: { 200: draft },
  errors: ['not_found', 'draft_changed'],
})

export const deletePageDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/page-drafts/:id',
  access: 'admin',
  params: id,
  replies: { 204: z.undefined() },
  errors: ['not_found', 'proof_required', 'protection_required'],
})

/**
 * Deletes the file of a page with `draft: true`, which no reader sees. Also deletes its draft, and the uploads that no
 * other page uses. `warning`: why git did not commit or push the deletion; empty when nothing went wrong.
 */
export const deletePage = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/page-source',
  access: 'admin',
  query: z.object({ file }),
  replies: { 200: z.object({ warning: z.string() }) },
  errors: ['proof_required', 'protection_required', 'authoring_off', 'not_found', 'page_visible', 'publishing_now'],
})

/**
 * Stores a file beside a page. The server decodes a picture and encodes it again as WebP, without its metadata, such as
 * the location. Videos, recordings, PDFs and ZIP archives stay as they are.
 * @returns `address`: the path for the text of the page, such as `./uploads/desk-1a2b3c4d.webp`. `isShown`: whether the
 * page shows the file like a picture; otherwise the page links the file.
 */
export const uploadPageAttachment = defineEndpoint({
  method: 'POST',
  path: '/api/desk/page-files',
  access: 'admin',
  query: z.object({
    /** The file of the page; a new page has none. */
    file: file.optional(),
    /** The name of the file on the author's device. */
    name: z.string().max(300).default(''),
  }),
  body: z.instanceof(Uint8Array, { error: 'must be a file' }),
  bodyLimit: PAGE_ATTACHMENT_BYTES_MAX,
  replies: { 201: z.object({ address: z.string(), isShown: z.boolean() }) },
  errors: ['authoring_off', 'file_unsupported', 'picture_unreadable', 'picture_too_large', 'busy'],
})

/** Renders a page as readers will see it. `html`: a document without scripts; null when the page has problems. */
export const previewPage = defineEndpoint({
  method: 'POST',
  path: '/api/desk/page-preview',
  access: 'admin',
  body: z.object({ file: file.nullable(), source }),
  bodyLimit,
  replies: { 200: z.object({ html: z.string().nullable(), problems: z.array(problem) }) },
  errors: ['authoring_off'],
})

/** Shares the preview of a draft at a secret URL, or ends the sharing. Anybody with the URL can open the preview. */
export const setPagePreviewSharing = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/page-drafts/:id/preview',
  access: 'admin',
  params: id,
  body: z.object({ isShared: z.boolean() }),
  replies: { 200: draft },
  errors: ['not_found', 'authoring_off'],
})

export const publicationProgressSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'failed', 'done']),
  /** The name of the current step, as a sentence. */
  step: z.string(),
  /** The reasons of a failure, each with its line of the page. A reason that is not about a line has line 1. */
  problems: z.array(problem),
  /** Why a published page was not committed or pushed; empty when nothing went wrong. */
  warning: z.string(),
})
export type PublicationProgress = z.output<typeof publicationProgressSchema>

/**
 * Publishes a draft: checks it, writes it into its file, builds the site, and serves the new build. When a step fails,
 * the file and the site stay unchanged. The reply is sent before the build; `getPublicationProgress` returns the
 * result.
 */
export const publishPage = defineEndpoint({
  method: 'POST',
  path: '/api/desk/page-drafts/:id/publish',
  access: 'admin',
  params: id,
  body: z.object({ version: draftVersion }),
  replies: { 202: publicationProgressSchema },
  errors: [
    'proof_required',
    'protection_required',
    'authoring_off',
    'not_found',
    'draft_changed',
    'page_changed',
    'publishing_now',
  ],
})

/**
 * Returns the state of a publication. If the publishing process ended too early, the server continues the publication
 * once. If the draft has changed since, or on a second interruption, the publication counts as failed. A publication
 * that the site no longer stores also counts as failed. The site stores the latest ten publications.
 */
export const getPublicationProgress = defineEndpoint({
  method: 'GET',
  path: '/api/desk/publications/:id',
  access: 'admin',
  params: id,
  replies: { 200: publicationProgressSchema },
})
