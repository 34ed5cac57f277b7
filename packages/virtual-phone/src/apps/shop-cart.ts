/** The shop's cart and its checkout, which fails on demand. */
import type { ActivityDefinition, Screen } from '../phone/app-types.ts';
import type { ViewSpec } from '../phone/view-spec.ts';
import {
  busy,
  button,
  column,
  field,
  note,
  palette,
  row,
  scroll,
  text,
  textButton,
  title,
} from '../phone/widgets.ts';
import { cart, price, products, SHOP_API, totalCents } from './shop-data.ts';

type State = 'open' | 'paying' | 'placed' | 'failed';

const outcomes = {
  '': { status: 201, sizeBytes: 96 },
  BROKEN: { status: 500, sizeBytes: 58 },
  OFFLINE: { status: 0, sizeBytes: 0 },
} as const;

function cartLine(screen: Screen, index: number, count: number): ViewSpec {
  const product = products[index];
  const name = product?.name ?? 'Unknown';
  return row(
    [
      column([text(`${count} x ${name}`, { id: 'cart_line' })], { weight: 1 }),
      text(price((product?.priceCents ?? 0) * count), { id: 'line_price' }),
      textButton('Remove', () => screen.data(cart).delete(index), { id: 'remove', desc: `Remove ${name}` }),
    ],
    { gapDp: 12, paddingDp: [0, 6, 0, 6] },
  );
}

function pay(screen: Screen, coupon: string, done: (status: number) => void): void {
  if (coupon === 'CRASH') {
    screen.crash({
      type: 'java.lang.NullPointerException',
      message:
        "Attempt to read from field 'long com.example.shop.Coupon.valueCents' on a null object reference",
      frames: [
        'com.example.shop.Checkout.discount(Checkout.kt:58)',
        'com.example.shop.Checkout.submit(Checkout.kt:31)',
        'com.example.shop.CartActivity.onCheckout(CartActivity.kt:74)',
      ],
    });
    return;
  }
  const outcome = coupon === 'BROKEN' || coupon === 'OFFLINE' ? outcomes[coupon] : outcomes[''];
  const url = `${SHOP_API}/orders`;
  screen.http({ method: 'POST', url, delayMs: 900, ...outcome, answered: () => done(outcome.status) });
}

function askCoupon(screen: Screen, use: (code: string) => void): void {
  screen.dialog({
    title: 'Coupon',
    body: () => field('coupon_code', 'Code', { field: { maxLength: 12 } }),
    negative: { text: 'Cancel' },
    positive: { text: 'Apply', onTap: () => use(screen.fieldText('coupon_code').trim().toUpperCase()) },
  });
}

function stateViews(state: State, status: number): ViewSpec[] {
  if (state === 'paying') return [busy('paying', { desc: 'Paying' })];
  if (state === 'placed')
    return [text('Order placed', { id: 'order_state', style: { color: palette.good, bold: true } })];
  if (state === 'open') return [];
  const words = status === 0 ? 'No connection' : `Payment failed (${status})`;
  return [text(words, { id: 'checkout_error', style: { color: palette.bad, bold: true } })];
}

export const cartScreen: ActivityDefinition = {
  name: 'com.example.shop.CartActivity',
  exported: true,
  launcher: false,
  title: 'Cart',
  create: (screen) => {
    let state: State = 'open';
    let status = 0;
    let coupon = '';
    let told = '';
    const lines = screen.data(cart);
    const checkout = (): void => {
      state = 'paying';
      pay(screen, coupon, (answered) => {
        status = answered;
        state = answered === 201 ? 'placed' : 'failed';
        if (state === 'placed') lines.clear();
        else screen.log('E', 'Shop', `checkout failed: HTTP ${answered}`);
      });
    };
    const notify = (): void =>
      screen.requestPermission('android.permission.POST_NOTIFICATIONS', (granted) => {
        told = granted ? 'Notifications are on' : 'Notifications are off';
      });
    const useCoupon = (code: string): void => {
      coupon = code;
    };
    return () =>
      scroll(
        [
          title(lines.size === 0 ? 'Your cart is empty' : 'Your cart', { id: 'headline' }),
          ...[...lines].map(([index, count]) => cartLine(screen, index, count)),
          text(`Total: ${price(totalCents(lines))}`, { id: 'total', style: { sizeSp: 18, bold: true } }),
          textButton(coupon ? `Coupon: ${coupon}` : 'Add coupon', () => askCoupon(screen, useCoupon), {
            id: 'coupon',
          }),
          textButton('Notify me', notify, { id: 'notify_me' }),
          ...(told ? [note(told, { id: 'notification_state' })] : []),
          button('Checkout', checkout, {
            id: 'checkout',
            width: 'fill',
            enabled: lines.size > 0 && state !== 'paying',
          }),
          ...stateViews(state, status),
        ],
        { paddingDp: 20, gapDp: 14 },
      );
  },
};
