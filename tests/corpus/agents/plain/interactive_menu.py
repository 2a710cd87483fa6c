def show_menu():
    print("1. Say hello")
    print("2. Quit")


def main():
    while True:
        show_menu()
        choice = input("Choose: ")
        if choice == "1":
            name = input("Name: ")
            print(f"Hello {name}")
        elif choice == "2":
            print("Bye from Rome")
            break
        else:
            print("Invalid choice")


if __name__ == "__main__":
    main()
