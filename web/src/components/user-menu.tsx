import { Menu } from "@base-ui/react/menu";
import { useNavigate } from "@tanstack/react-router";
import { LogOut, MessagesSquare, Settings, UserRound } from "lucide-react";

export interface UserMenuProps {
  readonly user: { readonly username: string; readonly email: string } | undefined;
  readonly onSignOut: () => void;
}

const ITEM =
  "flex h-10 w-full cursor-pointer items-center gap-2.5 rounded-2 px-3 text-14 outline-none data-highlighted:bg-sunken max-md:h-11";

/** Shows the account menu: the user's name, Chats, Settings, Sign Out. */
export default function UserMenu({ user, onSignOut }: UserMenuProps) {
  const navigate = useNavigate();
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={user ? `Account menu of ${user.username}` : "Account menu"}
        className="inline-flex size-9 items-center justify-center rounded-4 border border-control font-semibold text-14 uppercase hover:bg-sunken data-popup-open:bg-sunken max-md:size-11"
      >
        {user ? user.username.slice(0, 1) : <UserRound aria-hidden="true" size={16} />}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={8} className="z-50">
          <Menu.Popup className="w-60 rounded-6 bg-raised p-1.5 shadow-overlay transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {user && (
              <div className="mb-1.5 border-line border-b px-3 pt-1.5 pb-3">
                <p className="truncate font-semibold text-14">{user.username}</p>
                <p className="truncate text-14 text-ink-2">{user.email}</p>
              </div>
            )}
            <Menu.Item className={ITEM} onClick={() => navigate({ to: "/chats" })}>
              <MessagesSquare aria-hidden="true" size={16} />
              Chats
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={() => navigate({ to: "/settings" })}>
              <Settings aria-hidden="true" size={16} />
              Settings
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={onSignOut}>
              <LogOut aria-hidden="true" size={16} />
              Sign Out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
