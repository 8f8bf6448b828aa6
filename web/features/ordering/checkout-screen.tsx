import { QueryProvider } from '../../api/query-client.tsx'
import { Link } from '../../kit/link.tsx'
import { usePathParameter } from '../../kit/use-path-parameter.ts'
import { ProblemNote } from '../../ui/note/problem-note.tsx'
import { KeptOrderNote } from './cart/cart-parts.tsx'
import { useCart } from './cart/use-cart.ts'
import { CheckoutForm } from './checkout/checkout-form.tsx'
import { getOpeningStatus } from './kitchen-text.ts'
import { NoKitchen } from './missing-pages.tsx'
import { OrderingPageHeader } from './shop-parts.tsx'
import { useKitchen } from './use-kitchen.ts'
import { useNow } from './use-now.ts'
import './ordering.css'
import './cart/cart.css'
import './checkout.css'

/** The screen of `/order/:slug/checkout`: the checkout of a kitchen. */
export function Screen() {
  const slug = usePathParameter('/order/:slug/checkout', 'slug')
  const { data: kitchen, isMissing, problem, refetch } = useKitchen(slug, 'Checkout at ')
  const now = useNow()
  const cart = useCart(slug, kitchen, now)
  const name = kitchen?.terms.name

  if (isMissing) return <NoKitchen />
  return (
    <div className="order-page">
      <OrderingPageHeader
        title="Checkout"
        up={{ to: slug === null ? '/order' : `/order/${slug}`, text: name ? `Menu of ${name}` : 'Menu' }}
        hasScene={false}
      >
        <ul className="row order-facts">{kitchen && <li>{getOpeningStatus(kitchen.terms, now).text}</li>}</ul>
      </OrderingPageHeader>
      <div className="order-body checkout-page small-headings" aria-busy={!kitchen && !problem}>
        {problem && <ProblemNote text={problem} onRetry={refetch} />}
        {kitchen && cart.lines.length === 0 && (
          <div className="empty order-empty">
            {cart.isKept ? (
              <KeptOrderNote kitchenName={kitchen.terms.name} />
            ) : (
              <p>There is nothing in your order from {kitchen.terms.name} yet.</p>
            )}
            <p>
              <Link to={`/order/${kitchen.terms.slug}`}>Go to the menu</Link> or see{' '}
              <Link to="/orders">your orders</Link>.
            </p>
          </div>
        )}
        {kitchen && cart.lines.length > 0 && (
          <QueryProvider>
            <CheckoutForm key={kitchen.terms.vId} kitchen={kitchen} cart={cart} now={now} refetch={refetch} />
          </QueryProvider>
        )}
        {!kitchen && !problem && <p className="visually-hidden">Loading the checkout …</p>}
      </div>
    </div>
  )
}
