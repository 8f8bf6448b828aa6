import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { site } from '#site'
import { findAllArticlesPage, type PageSummary } from '../kit/page.ts'
import { useFeatures } from '../kit/web-feature.ts'
import { MenuGroup, MenuLink } from '../ui/dialog/menu-group.tsx'
import { ExternalLink } from '../ui/external-link.tsx'
import { Icon } from '../ui/icon.tsx'

const id = 'menu'

/** The button that opens the menu. It works without scripts. */
export function MenuButton() {
  return (
    <button type="button" className="menu-button ink-pill tall-link" popoverTarget={id}>
      <Icon name="menu" />
      <span className="wide-words">Menu</span>
    </button>
  )
}

/**
 * The slide-in menu (S2.20–S2.22, S4.11). It is a popover, so the browser closes it on Escape, on a tap outside it and
 * by its buttons.
 */
export function Menu({ pages }: { pages: PageSummary[] }) {
  const { pathname } = useLocation()
  const features = useFeatures()
  const nav = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  const articles = findAllArticlesPage(pages)

  useEffect(() => {
    if (last.current !== pathname) nav.current?.hidePopover()
    last.current = pathname
  }, [pathname])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens the groups natively; the handlers are for the mouse.
    <nav
      id={id}
      className="menu screen-only"
      aria-label="Main"
      popover="auto"
      ref={nav}
      onPointerOver={openPointedGroup}
      onClick={keepPointedGroupOpen}
      onBlur={closeWhenLeft}
    >
      <div className="bar menu-top">
        <MenuLink to="/" className="brand tall-link">
          {site.name}
        </MenuLink>
        <button type="button" className="menu-close ink-pill tall-link" popoverTarget={id} popoverTargetAction="hide">
          <Icon name="close" /> Close
        </button>
      </div>
      {Object.entries(site.groups).map(([group, subject]) => {
        const inGroup = pages.filter((page) => page.group === group)
        const [only] = inGroup
        // A group with a single page of the same name is shown as a link.
        if (only && inGroup.length === 1 && only.title === group) {
          return (
            <MenuLink key={group} to={only.path} className="menu-title" data-subject={subject}>
              {only.title}
            </MenuLink>
          )
        }
        return (
          <MenuGroup key={group} title={group} subject={subject} pages={inGroup} list={articles}>
            {site.links
              .filter((link) => link.group === group)
              .map(({ name, url }) => (
                <li key={url}>
                  <ExternalLink className="menu-item" href={url}>
                    {name}
                  </ExternalLink>
                </li>
              ))}
          </MenuGroup>
        )
      })}
      {features.map(({ name, MenuGroup }) => MenuGroup && <MenuGroup key={name} />)}
      {articles && (
        <MenuLink to={articles.path} className="menu-link">
          {articles.title}
        </MenuLink>
      )}
      {features
        .flatMap(({ links = [] }) => links)
        .map(({ to, title }) => (
          <MenuLink key={to} to={to} className="menu-link">
            {title}
          </MenuLink>
        ))}
    </nav>
  )
}

/** Opens a submenu on hover (S2.22). On touch, a tap on its title opens it. */
function openPointedGroup(event: PointerEvent<HTMLElement>) {
  const group = findGroup(event)
  if (group && event.pointerType === 'mouse') group.open = true
}

/** Keeps a group open when the reader clicks it with the mouse, because pointing at the group has already opened it. */
function keepPointedGroupOpen(event: MouseEvent<HTMLElement>) {
  const { nativeEvent } = event
  if (findGroup(event) && nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse')
    event.preventDefault()
}

/** Closes the menu when Tab moves the focus past its end. */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
}

/** Returns the group whose title is the target of an event. */
function findGroup({ target }: { target: EventTarget }): HTMLDetailsElement | null {
  const group = target instanceof Element ? target.closest('summary')?.parentElement : null
  return group instanceof HTMLDetailsElement ? group : null
}
