import { useEffect } from 'react'
import { isAdmin, useSession } from '../../api/session.ts'
import { callAll } from '../../device/listen.ts'
import { useToolLinks } from '../../kit/tool-links.ts'
import { useFeatures } from '../../kit/web-feature.ts'
import { onLiveEventOrMissed } from '../../live/live.ts'
import { MenuGroup, MenuLink } from '../../ui/dialog/menu-group.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'

/**
 * The menu group Tools, which only admins can open (S2.21). It links to the screens of admins, and below them to the
 * tools that an admin has listed at the desk.
 */
export function ToolsMenuGroup() {
  const adminId = useSession(({ user }) => (isAdmin(user) ? user.id : null))
  const links = useFeatures().flatMap(({ accountLinks = [] }) => accountLinks)
  return (
    <MenuGroup title="Tools" locked={adminId === null}>
      {adminId === null && <li className="menu-note">Only an admin can open the tools.</li>}
      {adminId !== null && (
        <>
          {links
            .filter(({ roles }) => roles?.join() === 'Admin')
            .map(({ to, title }) => (
              <li key={to}>
                <MenuLink to={to} className="menu-item">
                  {title}
                </MenuLink>
              </li>
            ))}
          <ToolItems key={adminId} />
        </>
      )}
    </MenuGroup>
  )
}

/** Links to the author's tools. They are fetched when the component mounts, and again when they change (S4.13). */
function ToolItems() {
  const { tools, fetchTools, forget } = useToolLinks()

  useEffect(() => {
    fetchTools()
    return callAll(onLiveEventOrMissed('toolsChanged', fetchTools), forget)
  }, [fetchTools, forget])

  return tools?.map(({ id, name, url }) => (
    <li key={id}>
      {url.startsWith('/') ? (
        // A plain link, because a path of the site can be outside this application.
        <a className="menu-item" href={url}>
          {name}
        </a>
      ) : (
        <ExternalLink className="menu-item" href={url}>
          {name}
        </ExternalLink>
      )}
    </li>
  ))
}
