import { picture } from 'virtual:scene/lost'
import { site } from '#site'
import { Link } from './kit/link.tsx'
import { Scene } from './look/scene.tsx'

/** The 404 page. */
export function NotFound() {
  return (
    <div className="message-page">
      <Scene picture={picture} className="message-picture" />
      <h1>There is no page here</h1>
      <p>The address may be old or mistyped. The menu and the search know every page of {site.name}.</p>
      <Link className="button" to="/">
        Back to the start
      </Link>
    </div>
  )
}
