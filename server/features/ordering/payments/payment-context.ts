import type { OrderContext } from '../orders/order-context.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** What the rules of payments work with. `payments`: who takes cards; null where orders are paid at the door. */
export type PaymentContext = OrderContext & { payments: PaymentProvider | null }
