import { createElement, Fragment } from 'react'
import { vi } from 'vitest'
import type { KitchenTerms } from '#contract/menu.ts'
import type { Order } from '#contract/ordering.ts'
import type { PublicPaymentSettings } from '#contract/payments.ts'
import { cartsKey } from '#contract/storage-keys.ts'
import { buildOrder } from '#contract/testing/fake-kitchen-server.ts'
import { buildAlwaysOpenTerms, buildIdFromName, buildMenu, findDish } from '#contract/testing/sample-menu.ts'
import { openScreen } from './page-actions.ts'

export const guestEmail = 'gus@example.org'
const guest = { id: '7', user: 'Gus Guest', email: guestEmail, profilePicture: null, roles: ['Guest' as const] }
const slaw = { itemId: buildIdFromName('Slaw'), quantity: 2, options: [], dietaryRequirements: [] }
/** Builds a response with which the server refuses a call. */
export const buildRefusalResponse = (status: number, code: string, more: object = {}) =>
  Response.json({ code, message: `Refused: ${code}.`, ...more }, { status })

/** Shows whether the page has unsent work. While it has, a new version of the site is not loaded. */
const UnsentWork = ({ useIsBlocked }: { useIsBlocked: () => boolean }) =>
  useIsBlocked() ? 'There is unsent work.' : null

/**
 * Creates a kitchen, its checkout for a guest with two portions of slaw (£6.40), and the server's responses to orders
 * and guest logins.
 */
export function createCheckoutFixture(terms: Partial<KitchenTerms> = {}) {
  const kitchen = { terms: buildAlwaysOpenTerms(terms), categories: buildMenu(), fullSlots: [] as number[] }
  const server = {
    place: (): Response | Promise<Response> =>
      Response.json({ order: buildOrder(1), trackingToken: 'token' }, { status: 201 }),
    letIn: (): Response => Response.json({ token: 'access 7', refreshToken: 'refresh 7' }),
    stripe: null as PublicPaymentSettings['stripe'],
    /** The user of the session; null when the server cannot say who it is. */
    user: guest as typeof guest | null,
    /** The order that is fetched; null when the server has none. */
    order: null as Order | null,
    /** The milliseconds by which the server's clock is ahead of the browser's. */
    aheadMs: 0,
  }
  const tab = new Map<string, string>()
  const stored = new Map<string, string>()

  async function openCheckout({ lines = [slaw] as object[], slug = kitchen.terms.slug } = {}) {
    const screen = await openScreen(
      ({ path }) => {
        if (path === '/auth/guestcheckout') return server.letIn()
        if (path === '/auth/current-user')
          return server.user ? Response.json(server.user) : buildRefusalResponse(503, 'busy')
        if (path === '/auth/refresh') return buildRefusalResponse(503, 'busy')
        if (path === '/api/orders') return server.place()
        if (path === '/api/payments/settings') return Response.json({ stripe: server.stripe })
        if (path.startsWith('/api/orders/') && server.order) return Response.json(server.order)
        if (!path.endsWith(`/${kitchen.terms.slug}`)) return buildRefusalResponse(404, 'not_found')
        const date = new Date(Date.now() + server.aheadMs).toUTCString()
        return Response.json(kitchen, { headers: { date } })
      },
      async () => {
        vi.stubGlobal('sessionStorage', {
          getItem: (key: string) => tab.get(key) ?? null,
          setItem: (key: string, value: string) => tab.set(key, value),
        })
        localStorage.removeItem('accessToken')
        for (const [key, value] of stored) localStorage.setItem(key, value)
        const { useOrderStore } = await import('../features/ordering/cart/order-store.ts')
        const { useSession } = await import('../api/session.ts')
        const isAuthenticated = stored.has('accessToken')
        useSession.setState({ userReady: true, isAuthenticated, user: isAuthenticated ? server.user : null })
        if (!stored.has(cartsKey) && lines.length > 0) {
          useOrderStore.getState().setVendor(kitchen.terms)
          const item = findDish([kitchen], 'Slaw')
          useOrderStore.getState().replaceLines(
            kitchen.terms.vId,
            lines.map((line) => ({ ...slaw, ...line, item })),
          )
        }
        const { useIsAutomaticReloadBlocked } = await import('../forms/automatic-reload.ts')
        const { Screen } = await import('../features/ordering/checkout-screen.tsx')
        return createElement(
          Fragment,
          null,
          createElement(Screen),
          createElement(UnsentWork, { useIsBlocked: useIsAutomaticReloadBlocked }),
        )
      },
      `/order/${slug}/checkout`,
    )
    const { page, type, texts, leave } = screen
    return {
      ...screen,
      orders: () => page.callsTo('/api/orders').map(({ body }) => body),
      button: () => texts('[type=submit]'),
      sayWho: async () => {
        await type('Name', guest.user)
        await type('Email', guestEmail)
      },
      sayWhere: async (postcode: string) => {
        await type('Street and number', '12 High Street')
        await type('Town', 'Aberdeen')
        await type('Postcode', postcode)
      },
      /** Leaves the page and opens it again. The storage of the tab and of the browser is kept. */
      reload: async () => {
        await leave()
        for (const [key, value] of page.stored) stored.set(key, value)
        return openCheckout()
      },
    }
  }
  return { kitchen, server, stored, openCheckout }
}
