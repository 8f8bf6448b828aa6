import type { ComponentProps, ReactNode } from 'react'
import { ArticleEndSections, useArticleEndSections } from '../kit/article-end.tsx'
import { Link } from '../kit/link.tsx'
import type { Heading, PageSummary } from '../kit/page.ts'
import { useCurrentSection } from '../kit/use-current-section.ts'
import { useFeatures } from '../kit/web-feature.ts'
import type { ScenePicture } from '../look/picture.ts'
import { Scene } from '../look/scene.tsx'
import { TagLinks } from '../ui/article-items.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { ArticleByline, ArticleGroupLine } from './article-facts.tsx'
import { Keys, SkillGrid, Warning } from './article-parts.tsx'
import { CodeFile } from './code-file.tsx'
import { Audio, Video } from './media.tsx'
import { NextPages } from './next-pages.tsx'
import { Picture } from './picture.tsx'
import { Quote } from './quote.tsx'
import { SpecGrid } from './spec-grid.tsx'

/** Components that an article may use without importing them. Some replace the elements of Markdown. */
export const articleComponents = {
  a: ArticleAnchor,
  pre: CodeBlock,
  table: ScrollingTable,
  Audio,
  CodeFile,
  Keys,
  Picture,
  Quote,
  SkillGrid,
  SpecGrid,
  Video,
  Warning,
}

interface ArticleProps {
  page: PageSummary
  /** All pages of the site, for the links to tags and to the next pages. */
  pages: PageSummary[]
  headings: Heading[]
  /** The reading time in minutes; undefined for a page without text. */
  minutes: number | undefined
  picture: ScenePicture | undefined
  /** The paths of related articles, the most similar first. */
  related: readonly string[]
  children?: ReactNode
}

/** The page of an article: a header with a sky, the text beside "On this page", and links to the next pages. */
export function Article({ page, pages, headings, minutes, picture, related, children }: ArticleProps) {
  const lead = page.lead ?? page.description
  const features = useFeatures()
  const endHeadings = useArticleEndSections(page).map(({ heading }) => heading)
  return (
    <article data-subject={page.subject}>
      <header className="sky-head article-header">
        <div className="article-title">
          <ArticleGroupLine page={page} pages={pages} />
          <h1>{page.heading ?? page.title}</h1>
          {lead && !page.private && <p className="lead">{lead}</p>}
          {minutes !== undefined && !page.placeholder && page.group && <ArticleByline page={page} minutes={minutes} />}
          <TagLinks lists={pages.filter(({ list }) => list?.tag !== undefined && page.tags?.includes(list.tag))} />
        </div>
        {features.map(({ name, ArticleTool }) => ArticleTool && <ArticleTool key={name} page={page} />)}
        {picture && <Scene picture={picture} subject={page.subject} className="article-tile screen-only" />}
        {page.wip && <p className="wip-banner">Work in progress. Parts of this page will change.</p>}
      </header>
      <div className="article-columns">
        <div>
          {children && <div className="prose">{children}</div>}
          <ArticleEndSections page={page} />
        </div>
        {headings.length > 1 && <OnThisPage headings={[...headings, ...endHeadings]} />}
      </div>
      {page.group && <NextPages page={page} pages={pages} related={related} />}
    </article>
  )
}

/** A table in a frame that can be scrolled sideways on narrow screens, also by keyboard. */
function ScrollingTable({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be a landmark.
    <div className="table-frame" role="group" tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </div>
  )
}

/** Renders a Markdown link: to a page of the site, to a heading or a file, or to another site. */
function ArticleAnchor({ href = '', children, ...props }: ComponentProps<'a'>) {
  if (/^\/(?!\/)[^.]*$/.test(href)) {
    return (
      <Link to={href} {...props}>
        {children}
      </Link>
    )
  }
  const elsewhere = /^https?:/.test(href)
  return (
    <a href={href} {...(elsewhere && { rel: 'noopener' })} {...props}>
      {children}
    </a>
  )
}

/** The table of contents beside an article on wide screens. It marks the heading that is being read. */
function OnThisPage({ headings }: { headings: Heading[] }) {
  const current = useCurrentSection(headings.map(({ id }) => id))
  return (
    <nav className="on-this-page screen-only" aria-labelledby="on-this-page">
      <p id="on-this-page">On this page</p>
      <ul>
        {headings.map(({ id, text, depth }) => (
          <li key={id} data-depth={depth}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
