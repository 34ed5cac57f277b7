/** The shop's sign in form. */
import type { ActivityDefinition } from '../phone/app-types.ts';
import { busy, button, checkBox, column, field, note, palette, title } from '../phone/widgets.ts';
import { SHOP_API, session } from './shop-data.ts';

const RIGHT_PASSWORD = 'secret12';

export const loginScreen: ActivityDefinition = {
  name: 'com.example.shop.LoginActivity',
  exported: true,
  launcher: true,
  title: 'Shop',
  create: (screen) => {
    let waiting = false;
    let error = '';
    let remember = true;
    const signIn = (): void => {
      const right = screen.fieldText('password') === RIGHT_PASSWORD;
      waiting = true;
      error = '';
      screen.hideKeyboard();
      screen.http({
        method: 'POST',
        url: `${SHOP_API}/session`,
        status: right ? 201 : 401,
        delayMs: 800,
        sizeBytes: right ? 212 : 41,
        answered: () => {
          waiting = false;
          if (!right) {
            error = 'Wrong email or password';
            screen.log('W', 'Shop', 'sign in refused: 401');
            return;
          }
          screen.data(session).email = screen.fieldText('email');
          screen.log('I', 'Shop', 'signed in');
          screen.start('.ProductsActivity');
        },
      });
    };
    return () => {
      const filled = screen.fieldText('email') !== '' && screen.fieldText('password') !== '';
      const password = { password: true, maxLength: 64, onSubmit: () => filled && signIn() };
      return column(
        [
          title('Welcome back', { id: 'headline' }),
          field('email', 'Email', { field: { onSubmit: () => screen.focus('password') } }),
          field('password', 'Password', { field: password, ...(error ? { error } : {}) }),
          ...(error ? [note(error, { id: 'error_message', style: { color: palette.bad } })] : []),
          checkBox(
            'Remember me',
            remember,
            (on) => {
              remember = on;
            },
            { id: 'remember_me' },
          ),
          button('Sign in', signIn, { id: 'sign_in', width: 'fill', enabled: filled && !waiting }),
          ...(waiting ? [busy('progress', { desc: 'Signing in' })] : []),
          note('Any email works. The password is secret12.', { id: 'help' }),
        ],
        { paddingDp: 20, gapDp: 14 },
      );
    };
  },
};
