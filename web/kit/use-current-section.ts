import { useEffect, useState } from 'react'

/**
 * Returns the id of the section that is being read: the first of the elements with these ids that is in the upper third
 * of the window. While none of them is there, the previous one stays. Undefined until one is there.
 * @param coveredPx the height of what covers the top of the window, in pixels
 */
export function useCurrentSection(ids: readonly string[], coveredPx = 0): string | undefined {
  const [current, setCurrent] = useState<string>()
  const key = ids.join(' ')
  useEffect(() => {
    const elements = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const visible = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) isIntersecting ? visible.add(target) : visible.delete(target)
        const first = elements.find((element) => visible.has(element))
        if (first) setCurrent(first.id)
      },
      { rootMargin: `-${coveredPx}px 0px -66% 0px` },
    )
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [key, coveredPx])
  return current
}
