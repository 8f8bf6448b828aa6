import { site } from '#site'
import { Link } from './kit/link.tsx'
import { useFeatures } from './kit/web-feature.ts'
import { MenuButton } from './menu/menu.tsx'

/** The length up to which a name fits into one line beside the buttons of the header, on the narrowest phone. */
const SHORT_NAME_LENGTH = 10

export function SiteHeader() {
  return (
    <header className="bar site-header screen-only">
      <MenuButton />
      <Link className="brand tall-link" data-long={site.name.length > SHORT_NAME_LENGTH || undefined} to="/">
        {site.name}
      </Link>
      <div className="site-header-end">
        {useFeatures().map(({ name, HeaderItem }) => HeaderItem && <HeaderItem key={name} />)}
      </div>
    </header>
  )
}
