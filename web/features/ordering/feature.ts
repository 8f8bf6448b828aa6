import type { WebFeature } from '../../kit/web-feature.ts'

export const orderingFeature: WebFeature = {
  name: 'ordering',
  switchedBy: 'ordering',
  screens: [
    {
      path: '/order',
      title: 'Order food',
      description: 'Kitchens that cook for you: which are open, and what they ask for delivery to your door.',
      screen: 'ordering/kitchens-screen.tsx',
    },
    {
      path: '/order/:slug',
      title: 'Menu',
      description: 'The menu of a kitchen, and your order from it.',
      screen: 'ordering/menu/menu-screen.tsx',
    },
    {
      path: '/order/:slug/checkout',
      title: 'Checkout',
      description: 'What a kitchen needs to know before it cooks for you.',
      screen: 'ordering/checkout-screen.tsx',
    },
    {
      path: '/orders',
      title: 'Your orders',
      description: 'What you have ordered, and where it is.',
      screen: 'ordering/orders-screen.tsx',
    },
    {
      path: '/orders/:id',
      title: 'Order',
      description: 'Where an order is, what happened to it, and its receipt.',
      screen: 'ordering/order-screen.tsx',
    },
    {
      path: '/orders/:id/receipts',
      title: 'Receipts',
      description: 'What was paid for an order, and what was given back, on paper.',
      screen: 'ordering/receipts-screen.tsx',
    },
  ],
  deskPages: [
    {
      path: '/desk/kitchens',
      title: 'Kitchens',
      group: 'Food',
      waiting: 'kitchen',
      screen: 'desk/kitchens/kitchens.tsx',
    },
    { path: '/desk/orders', title: 'Orders', group: 'Food', screen: 'desk/kitchens/orders.tsx' },
    {
      path: '/desk/payments',
      title: 'Payments',
      group: 'Food',
      waiting: 'payment',
      screen: 'desk/payments/payments.tsx',
    },
  ],
  setupSteps: ['desk/setup/delete-sample-kitchen-step.tsx'],
  links: [{ to: '/order', title: 'Order food' }],
  accountLinks: [{ to: '/orders', title: 'Your orders' }],
}
