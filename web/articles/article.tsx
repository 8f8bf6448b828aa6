import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { site } from '#site'
import { ArticleEnd, useArticleEnds } from '../kit/article-end.tsx'
import { Link } from '../kit/link.tsx'
import type { Heading, PageSummary } from '../kit/page.ts'
import { ConstructionScene } from '../look/scenes/odd-scenes.tsx'
import { TileScene } from '../look/scenes/tile-scenes.tsx'
import { Icon } from '../ui/icon.tsx'
import { Avatar } from '../ui/person/avatar.tsx'
import { Keys, LeaderboardLink, SkillGrid, Warning } from './article-parts.tsx'
import { CodeBlock } from './code-block.tsx'
import { CodeFile } from './code-file.tsx'
import { Audio, Video } from './media.tsx'
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
  LeaderboardLink,
  Picture,
  Quote,
  SkillGrid,
  SpecGrid,
  Video,
  Warning,
}

interface ArticleProps {
  page: PageSummary
  /** All pages, for the links to the next pages. */
  pages: PageSummary[]
  headings: Heading[]
  /** Reading time in minutes; undefined for a page without text. */
  minutes: number | undefined
  children?: ReactNode
}

/** The page of an article: a header with a sky, the text beside "On this page", and links to the next pages. */
export function Article({ page, pages, headings, minutes, children }: ArticleProps) {
  const lead = page.lead ?? page.description
  const endHeadings = useArticleEnds(page).map(({ heading }) => heading)
  return (
    <article data-subject={page.subject}>
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

/** A table in a frame that scrolls sideways on narrow screens, with the keyboard too. */
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

/** Links to the next page of the group and to its other pages. The last page of a group leads to the next group. */
function NextInGroup({ page, pages }: { page: PageSummary; pages: PageSummary[] }) {
  const grouped = pages.filter((other) => other.group)
  const next = grouped[(grouped.indexOf(page) + 1) % grouped.length]
  const others = grouped.filter((other) => other.group === page.group && other !== page && other !== next)
  if (!next || next === page) return null
  return (
    <nav className="next-in-group" aria-label="Where to go next">
      <Link className="next-page" to={next.path} data-subject={next.subject}>
        <span>{next.group === page.group ? `Next in ${page.group}` : `On to ${next.group}`}</span>
        <strong>{next.heading ?? next.title}</strong>
        <Icon name="arrow" />
      </Link>
      {others.length > 0 && (
        <ul className="links">
          {others.map((other) => (
            <li key={other.path}>
              <Link to={other.path}>{other.title}</Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

/** The table of contents beside an article on wide screens. It marks the heading that is being read. */
function OnThisPage({ headings }: { headings: Heading[] }) {
  const [current, setCurrent] = useState<string>()

  useEffect(() => {
    const elements = headings.map(({ id }) => document.getElementById(id)).filter((element) => element !== null)
    const visible = new Set<Element>()
    // A heading is current while it is in the upper third of the window. Between headings, the last one stays current.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) isIntersecting ? visible.add(target) : visible.delete(target)
        const first = elements.find((element) => visible.has(element))
        if (first) setCurrent(first.id)
      },
      { rootMargin: '0px 0px -66% 0px' },
    )
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])

  return (
    <nav className="on-this-page" aria-labelledby="on-this-page">
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
