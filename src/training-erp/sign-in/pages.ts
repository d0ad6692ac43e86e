/** The provider's pages: plain HTML without scripts, in the window's colours. */

const style = `
:root{color-scheme:light dark;--ground:light-dark(#f2f2ee,#0b0c0c);--surface:light-dark(#fff,#17191a);--ink:light-dark(#151714,#f3f4f2);
--quiet:light-dark(#4b4e48,#b8bcb7);--edge:light-dark(#75786f,#868b8e);--bad:light-dark(#951616,#ffb3ab)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--ink);
font:16px/24px 'Segoe UI Variable Text','Segoe UI',system-ui,sans-serif}
main{width:100%;max-width:400px;padding:32px;background:var(--surface);border:1px solid var(--edge);border-radius:8px}
h1{margin:0 0 8px;font-size:26px;line-height:32px}
p{margin:0 0 24px;color:var(--quiet)}
p.bad{color:var(--bad);font-weight:650}
label{display:block;margin:0 0 16px;font-weight:650}
input{display:block;width:100%;height:44px;margin-top:4px;padding:0 12px;border:1px solid var(--edge);border-radius:8px;
background:var(--surface);color:var(--ink);font:inherit}
button{display:block;width:100%;min-height:52px;margin-top:24px;border:1px solid light-dark(#c25700,#ff9a3c);border-radius:8px;
background:#ff9a3c;color:#1c0f00;font:inherit;font-size:18px;font-weight:650;cursor:pointer}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
code{display:block;margin-bottom:24px;color:var(--ink);font:650 34px/44px ui-monospace,Consolas,monospace;letter-spacing:2px}
`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');
}

function writePage(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${style}</style></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`;
}

/** The field with the user is filled in, and any password will do. */
export function writeSignInPage(userName: string, refused: string | null): string {
  const notice =
    refused === null
      ? '<p>Aqui se treina: qualquer senha serve.</p>'
      : `<p class="bad">⚠ No treino não há “${escape(refused)}”. Entre como ${userName}.</p>`;
  return writePage(
    'ERP de treino',
    `${notice}<form method="post">
<label>Usuário <input name="usuario" value="${userName}" autocomplete="username" required></label>
<label>Senha <input name="senha" type="password" autocomplete="off"></label>
<button autofocus>Entrar como ${userName}</button></form>`,
  );
}

export function writeSignOutPage(form: string): string {
  return writePage(
    'Sair do ERP de treino?',
    `<p>Quem vier depois entra de novo.</p>${form}<button autofocus form="op.logoutForm" name="logout" value="yes">Sair</button>`,
  );
}

export function writeSignedOutPage(): string {
  return writePage('Você saiu', '<p>Pode fechar esta aba.</p>');
}

/** `form` has the field for the code, with English and a script on it, and no button. */
export function writeCodePage(form: string, isWrong: boolean): string {
  const notice = isWrong
    ? '<p class="bad">⚠ Este código não vale. Confira e digite de novo.</p>'
    : '<p>Digite o código que a Doca mostra.</p>';
  const field = form.replace(/ placeholder="[^"]*"/, ' aria-label="Código"').replace(/ onfocus="[^"]*"/, '');
  return writePage('Código da Doca', `${notice}${field}<button form="op.deviceInputForm">Continuar</button>`);
}

export function writeConfirmCodePage(form: string, userCode: string): string {
  return writePage(
    'É este o código?',
    `<p>A Doca mostra este código no outro computador:</p><code>${escape(userCode)}</code>${form}
<button autofocus form="op.deviceConfirmForm">Sim, continuar</button>`,
  );
}

export function writeCodeDonePage(): string {
  return writePage('Pronto', '<p>A Doca já entrou. Pode fechar esta aba.</p>');
}

export function writeErrorPage(error: string, description: string | undefined): string {
  const details = [error, description].filter((part) => part !== undefined).join(': ');
  return writePage('Não foi possível entrar', `<p>Comece de novo na Doca. (${escape(details)})</p>`);
}
