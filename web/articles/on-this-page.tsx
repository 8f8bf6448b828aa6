import { useEffect, useState } from 'react'
import type { Heading } from '../kit/page.ts'

/** The headings of an article beside it on wide screens; the part being read is marked. */
export function OnThisPage({ headings }: { headings: Heading[] }) {
  const [current, setCurrent] = useState<string>()

  useEffect(() => {
    const elements = headings.map(({ id }) => document.getElementById(id)).filter((element) => element !== null)
    const visible = new Set<Element>()
    // A heading counts from the top of the window to a third of its height; between headings the last one stays.
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
