import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadRoute, routes } from './routes.tsx'

/**
 * Takes over the prerendered page. The matched page is loaded first, so that the first render equals the HTML.
 * @param onReady called once the page answers
 */
export async function hydrate(onReady: () => void): Promise<void> {
  await loadRoute(location.pathname)
  const root = document.getElementById('root') as HTMLElement
  const app = <RouterProvider router={createBrowserRouter(routes(onReady))} />
  startTransition(() => {
    if (root.firstElementChild) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
