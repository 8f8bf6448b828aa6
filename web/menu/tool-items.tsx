import { useEffect } from 'react'
import { onLive, onLiveAgain } from '../kit/live.ts'
import { useTools } from '../kit/tools.ts'
import { OutsideLink } from '../ui/outside-link.tsx'

/** The tools, for an admin alone: fetched when this comes into being, and again when they change somewhere (S4.13). */
export function ToolItems() {
  const { tools, fetchTools, forget } = useTools()

  useEffect(() => {
    fetchTools()
    const ends = [onLive('toolsChanged', fetchTools), onLiveAgain(fetchTools)]
    return () => {
      for (const end of ends) end()
      forget()
    }
  }, [fetchTools, forget])

  return tools?.map(({ id, name, url }) => (
    <li key={id}>
      {url.startsWith('/') ? (
        // Not all of the site is a page of this application.
        <a className="menu-item" href={url}>
          {name}
        </a>
      ) : (
        <OutsideLink className="menu-item" href={url}>
          {name}
        </OutsideLink>
      )}
    </li>
  ))
}
