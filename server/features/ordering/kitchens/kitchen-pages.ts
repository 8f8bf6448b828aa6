import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '#contract/limits.ts'
import type { KitchenPageRenderer, ServerRenderedPage } from '#contract/served-pages.ts'
import { createSubscription } from '../../../events/events.ts'
import { type BuildOutput, readBuildOutput } from '../../../http/build-output.ts'
import type { RenderPage } from '../../../http/pages.ts'
import { xmlSecurityHeaders } from '../../../http/security-headers.ts'
import { computeOncePerBuild } from '../../../http/served-build.ts'
import { fillDocument, type ServedFile } from '../../../http/web-build-files.ts'
import type { PublicKitchenReader } from './public-kitchens.ts'

interface KitchenPagesOptions {
  kitchens: PublicKitchenReader
  origin: string
  build: Pick<BuildOutput, 'dir' | 'version'>
  /** Receives the error of a page that cannot be rendered. The unrendered document of the build is served instead. */
  onError: (error: unknown) => void
}

/**
 * Returns the functions that render the pages of kitchens as HTML, so that search engines and readers without scripts
 * see the text. A page is cached until a kitchen changes, and for at most a minute, because its text depends on the
 * time. Also returns the route of the sitemap and the subscriptions that empty the cache.
 */
export function createKitchenPageRenderers({ kitchens, origin, build, onError }: KitchenPagesOptions) {
  const cachedPages = new Map<string, { until: number; page: Promise<ServedFile | null> }>()
  const renderer = computeOncePerBuild(build, loadRenderer)

  type Render = (renderer: KitchenPageRenderer, now: number) => Promise<ServerRenderedPage | null>

  async function render(document: ServedFile, now: number, run: Render): Promise<ServedFile | null> {
    try {
      const loaded = await renderer()
      const page = loaded && (await run(loaded, now))
      return page && fillDocument(document, page)
    } catch (error) {
      onError(error)
      return null
    }
  }

  /** Returns the cached page, or renders it. A page that cannot be rendered is tried again at the next request. */
  function renderOnce(address: string, document: ServedFile, run: Render): Promise<ServedFile | null> {
    const now = Date.now()
    const cached = cachedPages.get(address)
    if (cached && cached.until > now) return cached.page
    const entry = { until: now - (now % MINUTE_MS) + MINUTE_MS, page: render(document, now, run) }
    cachedPages.set(address, entry)
    entry.page.then((page) => {
      if (page === null && cachedPages.get(address) === entry) cachedPages.delete(address)
    })
    return entry.page
  }

  const renderKitchens: RenderPage = (_params, document) =>
    renderOnce('/order', document, async (loaded, now) => loaded.renderKitchens((await kitchens.list()).kitchens, now))

  const renderMenu: RenderPage = ({ slug = '' }, document) =>
    renderOnce(`/order/${slug}`, document, async (loaded, now) => {
      const kitchen = await kitchens.read(slug)
      return kitchen && loaded.renderMenu(kitchen, now)
    })

  /** Answers with the URLs of the kitchens' pages (https://www.sitemaps.org/protocol.html). Slugs need no escaping. */
  const sitemapRoute = (scope: FastifyInstance) =>
    scope.get('/sitemap-kitchens.xml', async (_request, reply) => {
      const urls = ['/order', ...(await kitchens.list()).kitchens.map(({ slug }) => `/order/${slug}`)]
      const lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        ...urls.map((url) => `<url><loc>${origin}${url}</loc></url>`),
        '</urlset>',
        '',
      ]
      return reply.headers(xmlSecurityHeaders).type('application/xml; charset=utf-8').send(lines.join('\n'))
    })

  return {
    sitemapRoute,
    pages: { '/order': renderKitchens, '/order/:slug': renderMenu },
    subscriptions: [
      createSubscription('kitchen.changed', () => cachedPages.clear()),
      createSubscription('build.served', () => cachedPages.clear()),
    ],
  }
}

/** The exports of web/served-pages.tsx. */
interface RendererModule {
  kitchenPageRenderer: KitchenPageRenderer
}

/**
 * Loads the renderer of the build that this server serves. Returns null when the build has no renderer, or when a newer
 * build has replaced the files.
 */
async function loadRenderer({
  dir,
  version,
}: Pick<BuildOutput, 'dir' | 'version'>): Promise<KitchenPageRenderer | null> {
  const folder = join(dir, 'renderer')
  const name = existsSync(folder) && readdirSync(folder).find((file) => /^served-pages.*\.js$/.test(file))
  if (!name || readBuildOutput(dir).version !== version) return null
  const { kitchenPageRenderer }: RendererModule = await import(pathToFileURL(join(folder, name)).href)
  await kitchenPageRenderer.load()
  return kitchenPageRenderer
}
