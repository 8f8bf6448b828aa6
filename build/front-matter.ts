import { isMap, isNode } from 'yaml'
import { z } from 'zod'
import { findFrontMatter } from '#contract/front-matter.ts'
import { findNearestNames } from '#contract/nearest-names.ts'
import { isReservedPath, reservedHtmlPaths } from '#contract/page-path.ts'
import { parseYaml } from '#contract/yaml.ts'
import { site } from '#site'
import { AuthorError } from './author-error.ts'

// Created lazily, because the check of site.config.ts runs after the modules are loaded.
const group = z.lazy(() => z.enum(Object.keys(site.groups)))
const subject = z.lazy(() => z.enum([...new Set(Object.values(site.groups))]))

/** The path of the list of all articles. The lists of the tags are below it (build/article-lists.ts). */
export const articleListPath = '/articles'

const freePath = z
  .string()
  .refine((path) => !reservedHtmlPaths.includes(path), 'is a file that the build writes itself')
  .refine((path) => !isReservedPath(path), 'is an address that the server uses itself')
  .refine((path) => path !== articleListPath, 'is the address of the list of all articles')

/** The path of a page. */
export const pagePathSchema = freePath.regex(
  /^\/([a-z0-9]+(-[a-z0-9]+)*)?$/,
  'must be "/" or one lower-case segment such as /my-page',
)

/** A path that a page had before, perhaps on another site: `/2015/02/my-page/` or `/posts/my_page.html`. */
const formerPath = freePath.regex(/^\/[^\s?#%]+$/, 'must be a path such as /2015/02/my-page/')

const DESCRIPTION_LENGTH_MAX = 200
const TAG_LENGTH_MAX = 40

const EMPTY = 'must not be empty'
const QUOTED = 'Put a number or a date between single quotes'
const text = z
  .string({ error: ({ input }) => (input === null ? EMPTY : `must be text. ${QUOTED}`) })
  .trim()
  .min(1, EMPTY)

const fields = z.strictObject({
  /** The path of the page, without a trailing slash. */
  path: pagePathSchema,
  /** Previous paths of the page. They redirect to the page, and the page keeps its comments. */
  aliases: z.array(formerPath, 'must be a list such as [/2015/02/my-page/]').optional(),
  /** The menu label and document title (S2.14). */
  title: text,
  /** The h1, when it differs from the title. */
  heading: text.optional(),
  /** The meta description. When it is empty, the page has the description of the site (S2.11, S2.12, S2.15). */
  description: z
    .string("must be text between single quotes. Write '' for a page without a description")
    .max(DESCRIPTION_LENGTH_MAX, `must have at most ${DESCRIPTION_LENGTH_MAX} characters`),
  /** The sentence under the heading, when it differs from the description. */
  lead: text.optional(),
  /** The menu group; a page without a group is in no menu. */
  group: group.optional(),
  /**
   * Whether the link to this page stands in the footer of every page, and not in the menu. A page with this setting has
   * no comments and is in no feed.
   */
  footer: z.boolean().optional(),
  /** The name of the colour of the page's tile. Without it, the tile has the colour of the group. */
  subject: subject.optional(),
  /** The position within the group. */
  order: z.number().int().optional(),
  /** Whether the page shows the work-in-progress banner. */
  wip: z.boolean().optional(),
  /** Whether the page shows an empty platform under construction instead of an article. */
  placeholder: z.boolean().optional(),
  /** The picture of the page: the name of a scene, or the scene itself, which build/scenes.ts reads. */
  scene: z
    .union([z.string(), z.record(z.string(), z.unknown())], 'needs the name of a scene, or tiles and props')
    .optional(),
  /** When the page appears. A date means 0:00 UTC. A time with an offset is converted to UTC. */
  published: z
    .union([z.iso.date(), z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
      error: 'must be a date such as 2026-11-21, or a time such as 2026-11-21T18:30+01:00',
    })
    .transform((text) => (text.length === 10 ? text : `${new Date(text).toISOString().slice(0, 19)}Z`)),
  /** Whether the page is hidden from readers. */
  draft: z.boolean().optional(),
  /** The date of the last change that matters to readers. */
  updated: z.iso.date('must be a date such as 2026-11-21').optional(),
  /** The topics of the page. For each tag, the site has a page that lists the articles with this tag. */
  tags: z
    .array(
      z
        .string(`has a tag that is not text. ${QUOTED}`)
        .trim()
        .min(1, 'has an empty tag')
        .max(TAG_LENGTH_MAX, `has a tag with more than ${TAG_LENGTH_MAX} characters`),
      'must be a list such as [hardware, soldering]',
    )
    .refine((tags) => new Set(tags).size === tags.length, 'names a tag twice')
    .optional(),
  /** The name of the series that the page is a part of. */
  series: text.optional(),
})

const frontMatter = fields
  .refine(({ path, draft }) => path !== '/' || !draft, {
    path: ['draft'],
    message: 'the home page is always published',
  })
  .refine(({ published, updated = published }) => updated >= published.slice(0, 10), {
    path: ['updated'],
    message: 'is before the date of "published"',
  })
  // Drops an update on the day of publication: its date means 0:00, which would be before the publication.
  .transform(({ updated, ...page }) => (updated === page.published.slice(0, 10) ? page : { ...page, updated }))
export type FrontMatter = z.infer<typeof frontMatter>

/** Keys of other site generators, each with the key of this site that means the same. */
const foreignKeys = new Map([
  ['date', 'published'],
  ['url', 'path'],
  ['slug', 'path'],
  ['permalink', 'path'],
  ['category', 'group'],
  ['categories', 'group'],
  ['keywords', 'tags'],
  ['topics', 'tags'],
  ['summary', 'description'],
  ['excerpt', 'description'],
  ['lastmod', 'updated'],
])

/** Keys of other site generators that this site does not use. */
const foreignSettings = ['author', 'authors', 'layout', 'type', 'weight', 'toc', 'math', 'image', 'comments', 'id']

/** Returns the key of this site that means the same as a key of another generator. Some generators ignore case. */
const translateKey = (key: string): string | undefined =>
  foreignKeys.get(key.toLowerCase()) ?? Object.keys(fields.shape).find((own) => own === key.toLowerCase())

function suggestKey(unknown: string): string {
  const same = translateKey(unknown)
  if (same) return `Write "${same}"`
  if (foreignSettings.includes(unknown.toLowerCase())) return 'Leave it out'
  return `Leave it out. The nearest keys are ${findNearestNames(unknown, Object.keys(fields.shape)).join(', ')}`
}

const QUOTING = 'Put a value that contains : or begins with a sign between single quotes'

/**
 * Parses the front matter of an MDX file.
 * @param source the whole file
 * @param file the path of the file for messages, such as `content/my-keyboard.mdx`
 * @throws AuthorError with a line `file:line: key: reason` for each error
 */
export function parseFrontMatter(source: string, file: string): FrontMatter {
  const found = findFrontMatter(source)
  if (!found) {
    const toml = source.startsWith('+++')
      ? '. The lines between +++ are TOML; write them in YAML, as "title: My page"'
      : ''
    const mark = source.startsWith('\uFEFF') ? '. Save the file as UTF-8 without a byte order mark' : ''
    throw new AuthorError(`${file}:1: must begin with front matter between two lines of ---${toml}${mark}`)
  }
  const { document, value, problems, lineAt } = parseYaml(found.yaml)
  if (problems.length > 0) {
    throw new AuthorError(problems.map(({ line, message }) => `${file}:${line + 1}: ${message}. ${QUOTING}`).join('\n'))
  }
  if (document.contents && !isMap(document.contents))
    throw new AuthorError(`${file}:2: must be keys with values, such as "title: My page"`)
  const result = frontMatter.safeParse(value ?? {})
  if (result.success) return result.data
  const written = Object.keys((value ?? {}) as object)
  const valueAt = (path: PropertyKey[]) => {
    const value = document.getIn(path)
    return typeof value === 'string' ? value : []
  }
  const reasons = result.error.issues.flatMap((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')]
    return keys.flatMap((key) => {
      const node = key ? document.get(key, true) : undefined
      const offset = isNode(node) ? node.range?.[0] : undefined
      const isMissing = key !== '' && !document.has(key) && issue.code !== 'unrecognized_keys'
      // Reports no missing key here, because the message about the foreign key suggests the missing key.
      if (isMissing && written.some((other) => other !== key && translateKey(other) === key)) return []
      const reason =
        issue.code === 'unrecognized_keys'
          ? `is not a key of the front matter. ${suggestKey(key)}`
          : isMissing
            ? 'is missing'
            : [key === 'path' || key === 'aliases' ? valueAt(issue.path) : [], issue.message].flat().join(' ')
      return `${file}:${offset === undefined ? 1 : lineAt(offset) + 1}: ${key}: ${reason}`
    })
  })
  throw new AuthorError(reasons.join('\n'))
}
