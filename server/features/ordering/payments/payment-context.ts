import type { OrderContext } from '../orders/order-context.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** The dependencies of the functions for payments. `payments` is null when the site takes no cards. */
export type PaymentContext = OrderContext & { payments: PaymentProvider | null }
