import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../api/session.ts'
import { sumInboxCounts, useInboxCounts } from '../../kit/inbox-counts.ts'
import { Link } from '../../kit/link.tsx'
import { useFeatures } from '../../kit/web-feature.ts'
import { Icon } from '../../ui/icon.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'

const id = 'session-menu'
/** Pages to log in and pages of mailed links. A login never returns to one of these pages. */
const ways = ['/login', '/verify-email', '/reset-password', '/welcome', '/unsubscribe', '/test-mail']

/**
 * A link to log in, or the reader's avatar with a menu. Both are in the HTML of every page. From the first paint on, a
 * style sheet hides one of the two, so that nothing moves (web/inline-script.ts).
 */
export function SessionMenu() {
  const { user, userReady, isAuthenticated, logout } = useSession()
  const { pathname } = useLocation()
  const menu = useRef<HTMLDivElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const loginLink = useRef<HTMLAnchorElement>(null)
  const links = useFeatures()
    .flatMap(({ accountLinks = [] }) => accountLinks)
    .filter(({ roles }) => !roles || roles.some((role) => user?.roles.includes(role)))
  const count = useInboxCounts(({ waiting }) => sumInboxCounts(waiting))
  const close = () => menu.current?.hidePopover()

  useEffect(() => {
    if (!userReady) return
    const isButtonFocused = document.activeElement === menuButton.current
    document.documentElement.toggleAttribute('data-session', isAuthenticated)
    // After a logout the style sheet hides the button, which would lose the focus.
    if (!isAuthenticated && isButtonFocused) loginLink.current?.focus()
  }, [userReady, isAuthenticated])

  return (
    <>
      <Link
        ref={loginLink}
        className="log-in tall-link"
        to={ways.includes(pathname) ? '/login' : `/login?returnTo=${encodeURIComponent(pathname)}`}
      >
        <Icon name="person" />
        <span className="wide-words">Log in</span>
      </Link>
      <button
        ref={menuButton}
        type="button"
        className="session-button"
        popoverTarget={id}
        aria-label={count > 0 ? `Your account, ${count} waiting at the desk` : 'Your account'}
      >
        <Avatar name={user?.user ?? ''} picture={user?.profilePicture} />
        {count > 0 && <b>{count > 99 ? '99+' : count}</b>}
      </button>
      <div id={id} className="session-menu" popover="auto" ref={menu}>
        {user && (
          <p>
            <strong>{user.user}</strong>
            <span>{user.email}</span>
          </p>
        )}
        <ul>
          {links.map(({ to, title }) => (
            <li key={to}>
              <Link to={to} onClick={close}>
                {title}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              className="needs-scripts"
              onClick={() => {
                close()
                logout()
              }}
            >
              Log out
            </button>
          </li>
        </ul>
      </div>
    </>
  )
}
