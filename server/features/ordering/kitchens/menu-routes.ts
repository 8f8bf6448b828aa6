import type { FastifyInstance } from 'fastify'
import {
  addCategory as addCategoryCall,
  addItem as addItemCall,
  changeItem as changeItemCall,
  changeItemPicture as changeItemPictureCall,
  removeCategory as removeCategoryCall,
  removeItem as removeItemCall,
  removeItemPicture as removeItemPictureCall,
  renameCategory as renameCategoryCall,
  reorderMenu as reorderMenuCall,
  setSoldOut as setSoldOutCall,
} from '#contract/kitchen-menu.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { takeFiles } from '../../../http/pictures.ts'
import { addCategory, removeCategory, renameCategory, reorderMenu } from './categories.ts'
import { changeKitchen, type KitchenContext } from './change-kitchen.ts'
import { changeItemPicture, removeItemPicture } from './dish-pictures.ts'
import { addItem, changeItem, removeItem, setSoldOut } from './items.ts'

/** Binds the calls that edit the menu of a kitchen, for owners. Only sold-out flags can be set by every member. */
export function menuRoutes(bind: Bind, context: KitchenContext): void {
  bind(addCategoryCall, async ({ params: { vId: kitchenId }, body, actor }) => ({
    status: 201,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      addCategory(tx, kitchenId, body.name),
    ),
  }))
  bind(renameCategoryCall, async ({ params: { vId: kitchenId, id }, body, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      renameCategory(tx, { kitchenId, id }, body.name),
    ),
  }))
  bind(removeCategoryCall, async ({ params: { vId: kitchenId, id }, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      removeCategory(tx, { kitchenId, id }),
    ),
  }))
  bind(reorderMenuCall, async ({ params: { vId: kitchenId }, body, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      reorderMenu(tx, kitchenId, body.categories),
    ),
  }))

  bind(addItemCall, async ({ params: { vId: kitchenId }, body, actor }) => {
    let itemId = ''
    const kitchen = await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, async (tx) => {
      itemId = await addItem(tx, kitchenId, body)
    })
    return { status: 201, body: { ...kitchen, itemId } }
  })
  bind(changeItemCall, async ({ params: { vId: kitchenId, id }, body, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      changeItem(tx, { kitchenId, id }, body),
    ),
  }))
  bind(removeItemCall, async ({ params: { vId: kitchenId, id }, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      removeItem(tx, { kitchenId, id }),
    ),
  }))
  bind(removeItemPictureCall, async ({ params: { vId: kitchenId, id }, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'owners' }, (tx) =>
      removeItemPicture(tx, { kitchenId, id }),
    ),
  }))
  bind(setSoldOutCall, async ({ params: { vId: kitchenId, id }, body, actor }) => ({
    status: 200,
    body: await changeKitchen(context, { actor, kitchenId, allow: 'members' }, (tx) =>
      setSoldOut(tx, { kitchenId, id }, body),
    ),
  }))
}

/**
 * Binds the upload of the picture of a dish.
 * @param scope a separate scope, because it parses files
 * @param bind binds endpoints on that scope
 */
export function dishUploadRoutes(scope: FastifyInstance, bind: Bind, context: KitchenContext): void {
  takeFiles(scope)
  bind(changeItemPictureCall, async ({ params: { vId: kitchenId, id }, body, actor }) => ({
    status: 200,
    body: await changeItemPicture(context, { actor, kitchenId, id }, body),
  }))
}
