import { site } from '#site'
import { Link } from './kit/link.tsx'
import { useFeatures } from './kit/web-feature.ts'
import { MenuButton } from './menu/menu.tsx'

export function SiteHeader() {
  return (
    <header className="site-header">
      <MenuButton />
      <Link className="brand tall-link" to="/">
        {site.name}
      </Link>
      <div className="site-header-end">
        {useFeatures().map(({ name, HeaderItem }) => HeaderItem && <HeaderItem key={name} />)}
      </div>
    </header>
  )
}
