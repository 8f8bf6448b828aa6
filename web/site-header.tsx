import { site } from '#site'
import { SessionMenu } from './accounts/session-menu.tsx'
import { Link } from './kit/link.tsx'
import { MenuButton } from './menu/menu.tsx'
import { SearchButton } from './search/search.tsx'
import { ThemeSwitch } from './theme/theme-switch.tsx'

/** The bar over the sky of every page. */
export function SiteHeader() {
  return (
    <header className="site-header">
      <MenuButton />
      <Link className="brand tall-link" to="/">
        {site.name}
      </Link>
      <div className="site-header-end">
        <SearchButton />
        <ThemeSwitch />
        <SessionMenu />
      </div>
    </header>
  )
}
