import { useEffect, useRef, useState } from 'react'
import type { Category } from '#contract/menu.ts'

/** Links to the categories. The category in view is marked and scrolled into view. */
export function CategoryTabs({ categories }: { categories: readonly Pick<Category, 'id' | 'name'>[] }) {
  const [current, setCurrent] = useState<string>()
  const tabs = useRef<HTMLElement>(null)
  const marked = current ?? `category-${categories[0]?.id}`
  const ids = categories.map(({ id }) => id).join()

  useEffect(() => {
    const sections = ids.split(',').map((id) => document.getElementById(`category-${id}`))
    const visible = new Set<Element>()
    // The category in view is the one in the upper third of the window, below the tabs.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) isIntersecting ? visible.add(target) : visible.delete(target)
        const first = sections.find((section) => section && visible.has(section))
        if (first) setCurrent(first.id)
      },
      { rootMargin: '-80px 0px -66% 0px' },
    )
    for (const section of sections) if (section) observer.observe(section)
    return () => observer.disconnect()
  }, [ids])

  useEffect(() => {
    const nav = tabs.current
    const tab = current && nav?.querySelector<HTMLElement>('[aria-current]')
    // Scrolls the tabs only: scrollIntoView would move the page, too.
    if (nav && tab) nav.scrollTo({ left: tab.offsetLeft - nav.offsetLeft - 48 })
  }, [current])

  return (
    <nav className="tabs category-tabs" aria-label="Categories" ref={tabs}>
      {categories.map(({ id, name }) => (
        <a key={id} href={`#category-${id}`} aria-current={marked === `category-${id}` ? 'location' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
