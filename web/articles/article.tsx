import type { ReactNode } from 'react'
import { site } from '#site'
import { ArticleEnd, useArticleEnds } from '../kit/article-end.tsx'
import type { Heading, PageSummary } from '../kit/page.ts'
import { ConstructionScene } from '../look/scenes/odd-scenes.tsx'
import { TileScene } from '../look/scenes/tile-scenes.tsx'
import { Avatar } from '../ui/person/avatar.tsx'
import { ArticleAnchor } from './article-anchor.tsx'
import { Keys, LeaderboardLink, SkillGrid, Warning } from './article-parts.tsx'
import { CodeBlock } from './code-block.tsx'
import { CodeFile } from './code-file.tsx'
import { NextInGroup } from './next-in-group.tsx'
import { OnThisPage } from './on-this-page.tsx'
import { Picture } from './picture.tsx'
import { SpecGrid } from './spec-grid.tsx'

/** What an article may use without importing it: the site's form of Markdown's elements, and its own parts. */
export const articleComponents = {
  a: ArticleAnchor,
  pre: CodeBlock,
  table: ScrollingTable,
  CodeFile,
  Keys,
  LeaderboardLink,
  Picture,
  SkillGrid,
  SpecGrid,
  Warning,
}

interface ArticleProps {
  page: PageSummary
  /** All pages, for the way on. */
  pages: PageSummary[]
  headings: Heading[]
  /** Reading time; absent where there is nothing to read. */
  minutes: number | undefined
  children?: ReactNode
}

/** The page of an article: sky header, prose beside "On this page", and where to go next. */
export function Article({ page, pages, headings, minutes, children }: ArticleProps) {
  const lead = page.lead ?? page.description
  const endHeadings = useArticleEnds(page).map(({ heading }) => heading)
  return (
    <article className="article" data-subject={page.subject}>
      <header className="sky-head article-header">
        <div className="article-title">
          {page.group && page.group !== page.title && <p className="article-group">{page.group}</p>}
          <h1>{page.heading ?? page.title}</h1>
          {lead && !page.private && <p className="lead">{lead}</p>}
          {minutes !== undefined && !page.placeholder && page.group && (
            <p className="article-byline">
              <Avatar name={site.author} /> {site.author} · {minutes} min read
            </p>
          )}
        </div>
        {page.placeholder ? (
          <ConstructionScene subject={page.subject} className="article-tile" />
        ) : (
          <TileScene subject={page.subject} className="article-tile" />
        )}
        {page.wip && <p className="wip-banner">Work in progress. Parts of this page will change.</p>}
      </header>
      <div className="article-columns">
        <div>
          {children && <div className="prose">{children}</div>}
          <ArticleEnd page={page} />
        </div>
        {headings.length > 1 && <OnThisPage headings={[...headings, ...endHeadings]} />}
      </div>
      {page.group && <NextInGroup page={page} pages={pages} />}
    </article>
  )
}

/** A table wider than a phone scrolls by itself, by keyboard too. */
function ScrollingTable({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be a landmark.
    <div className="table-frame" role="group" tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </div>
  )
}
